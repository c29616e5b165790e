import assert from 'node:assert/strict'
import test from 'node:test'
import { rangeOf, withoutFuture } from './range'

const runAt = (at: number) => ({ at, state: 'SUCCESS', urn: `urn:${at}` })
const HOUR = 3_600_000

test('a run of a clock that is hours ahead counts, one that is years ahead does not', () => {
  const now = Date.now()
  const runs = [runAt(now - HOUR), runAt(now + 2 * HOUR), runAt(now + 100_000 * HOUR)]
  assert.deepEqual(withoutFuture(runs), runs.slice(0, 2))
  const [first, last] = rangeOf(withoutFuture(runs), undefined)
  assert.ok(first < now - HOUR)
  assert.ok(last >= now + 2 * HOUR)
  assert.ok(last < now + 3 * HOUR)
})
