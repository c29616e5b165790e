import assert from 'node:assert/strict'
import test from 'node:test'
import { showDay, showMoment } from './format'

test('days and moments tell a year that is not this one', () => {
  const thisYear = new Date().getFullYear()
  for (const show of [showDay, showMoment]) {
    assert.ok(!show(Date.now()).includes(String(thisYear)))
    assert.ok(show(new Date(thisYear - 1, 9, 15).getTime()).includes(String(thisYear - 1)))
  }
})
