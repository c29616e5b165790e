import assert from 'node:assert/strict'
import test from 'node:test'
import { changed, elsewhere, parseAddress, printAddress, unreadMoments } from './address'

const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:postgres,//shop-db:5432/a b&c=d#e+f%,PROD)'

test('an address survives printing and parsing', () => {
  const address = {
    q: 'prices & <costs>',
    urn: DATASET,
    tab: 'graph',
    asOf: '2026-10-15T08:00:00Z',
    knownAt: '2026-10-16T08:00:00.123Z',
    direction: 'UPSTREAM',
    start: 'urn:li:dataProcessInstance:a',
    at: '2026-10-14T02:00:00Z',
    certainty: 'POSSIBLE',
    within: 'true',
    select: 'node',
    fold: 'NONE',
    expand: ['urn:a,b', 'urn:c'],
    up: 0,
    down: 3,
    columns: ['unit price', 'a&b'],
    left: 'urn:li:dataProcessInstance:a',
    right: '2026-10-13T08:00:00Z',
    filter: 'at_risk & orders',
    sort: '-start',
    to: 'urn:li:dataJob:b',
  } as const
  assert.deepEqual(parseAddress(printAddress(address)), address)
  assert.deepEqual(parseAddress(printAddress({})), {})
})

test('parts that are not valid are left out', () => {
  assert.deepEqual(parseAddress('?tab=nope&asOf=yesterday&right=soon&direction=UP&up=-1&down=9999&fold=X&urn='), {})
})

test('moments are read in the forms of people and of programs, to the microsecond', () => {
  const asOf = (text: string) => parseAddress(`?asOf=${text}`).asOf
  for (const text of [
    '2026-10-14T02:10:24+00:00',
    '2026-10-14T04:10:24%2B0200',
    '2026-10-14+02:10:24',
    '2026-10-14 02:10:24 00:00',
  ])
    assert.equal(asOf(text), '2026-10-14T02:10:24Z', text)
  for (const text of [
    '2026-10-14T02:10:24.123456Z',
    '2026-10-14t02:10:24.123456z',
    '2026-10-14T02:10:24.123456789+00:00',
    '2026-10-14 02:10:24.123456%2B00:00',
    '2026-10-14+02:10:24.123456+UTC',
  ])
    assert.equal(asOf(text), '2026-10-14T02:10:24.123456Z', text)
  assert.equal(asOf('2026-10-15'), '2026-10-15T00:00:00Z')
  assert.equal(asOf('2026-10-15T08:00'), '2026-10-15T08:00:00Z')
  assert.equal(asOf('2026-10-15 08:00'), '2026-10-15T08:00:00Z')
  assert.equal(parseAddress('?right=2026-10-15T08:00:00.5+00:00').right, '2026-10-15T08:00:00.5Z')
})

test('moments that cannot be read are told, not taken for now', () => {
  assert.deepEqual(unreadMoments('?asOf=junk&knownAt=2026-02-30T08:00Z&at=1791943824000&right=2026-10-15T25:00Z'), [
    'asOf=junk',
    'knownAt=2026-02-30T08:00Z',
    'at=1791943824000',
    'right=2026-10-15T25:00Z',
  ])
  assert.deepEqual(unreadMoments('?asOf=2026-10-14T02:10:24+00:00&knownAt=now&at=&right=urn:li:dataJob:a'), [])
})

test('a start after the moment of the answer is left out', () => {
  const at = '2026-10-14T02:00:00Z'
  assert.deepEqual(changed({ at }, { asOf: '2026-10-14T01:00:00Z' }), { asOf: '2026-10-14T01:00:00Z' })
  assert.deepEqual(changed({ at }, { asOf: '2026-10-14T03:00:00Z' }), { at, asOf: '2026-10-14T03:00:00Z' })
})

test('another thing keeps the moments and nothing else', () => {
  const address = { urn: DATASET, tab: 'graph', asOf: '2026-10-15T08:00:00Z', select: 'node' } as const
  assert.deepEqual(elsewhere(address, { urn: 'urn:b' }), { urn: 'urn:b', asOf: '2026-10-15T08:00:00Z' })
  assert.deepEqual(changed(address, { select: undefined, tab: 'table' }), {
    ...elsewhere(address, { urn: DATASET }),
    tab: 'table',
  })
})
