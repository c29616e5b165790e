import assert from 'node:assert/strict'
import test from 'node:test'
import { showDuration } from './format'
import { readMoment } from './moment'

test('moments are read as people write them, in UTC without an offset', () => {
  assert.equal(readMoment('2026-10-15T08:00Z'), '2026-10-15T08:00:00Z')
  assert.equal(readMoment(' 2026-10-15 08:00 '), '2026-10-15T08:00:00Z')
  assert.equal(readMoment('2026-10-15T10:00:00+02:00'), '2026-10-15T08:00:00Z')
  assert.equal(readMoment('2026-10-15'), '2026-10-15T00:00:00Z')
  assert.equal(readMoment('now'), undefined)
  assert.equal(readMoment(''), undefined)
  assert.equal(readMoment('soon'), null)
  assert.equal(readMoment('oct 14'), null)
  assert.equal(readMoment('2026-02-30'), null)
  assert.equal(readMoment('2026-10-15T24:00Z'), null)
  assert.equal(readMoment('2026-10-14 02:10:24 UTC'), '2026-10-14T02:10:24Z')
  assert.equal(readMoment('2024-02-29'), '2024-02-29T00:00:00Z')
})

test('durations have their two largest units', () => {
  assert.deepEqual([120, 43_000, 594_000, 7_500_000, 90_000_000].map(showDuration), [
    '120 ms',
    '43 s',
    '9 min 54 s',
    '2 h 5 min',
    '1 d 1 h',
  ])
})
