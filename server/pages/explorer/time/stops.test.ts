import assert from 'node:assert/strict'
import test from 'node:test'
import { stepFrom, stopsBeside, stopsOf } from './stops'

const RUNS = [1000, 61_500, 61_700].map((at) => ({ at, state: 'SUCCESS', urn: `urn:${at}` }))

test('stops are a second beyond runs, each once', () => {
  assert.deepEqual(stopsOf(RUNS), [2000, 63_000])
})

test('beside a stop are the stops before and after it, and now', () => {
  assert.deepEqual(stopsBeside(RUNS, '1970-01-01T00:00:02Z'), ['1970-01-01T00:01:03Z'])
  assert.deepEqual(stopsBeside(RUNS, '1970-01-01T00:00:30Z'), [])
  assert.deepEqual(stopsBeside(RUNS, '1970-01-01T00:01:03Z'), ['1970-01-01T00:00:02Z', null])
  assert.deepEqual(stopsBeside(RUNS, null), ['1970-01-01T00:01:03Z'])
  assert.deepEqual(stopsBeside([], null), [])
})

test('a step is a hundredth of the range, and ends with it', () => {
  const range = [0, 1_000_000] as const
  assert.deepEqual(
    [
      stepFrom(500_000, range, true),
      stepFrom(500_000, range, false),
      stepFrom(995_000, range, true),
      stepFrom(0, range, false),
    ],
    [510_000, 490_000, 1_000_000, 0],
  )
})
