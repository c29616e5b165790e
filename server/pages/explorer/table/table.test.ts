import assert from 'node:assert/strict'
import test from 'node:test'
import { toCsv, toMarkdown } from './export'
import { arranged, printOrder, type Row, readOrder } from './rows'

const row = (part: Partial<Row>): Row => ({
  key: part.name ?? '',
  effects: ['CONTAMINATED'],
  name: 'job',
  urn: 'urn:a',
  state: 'SUCCESS',
  start: 0,
  durationMillis: null,
  steps: 1,
  note: '',
  ...part,
})

const names = (rows: readonly Row[]) => rows.map(({ name }) => name)

test('rows without a value come last in both directions', () => {
  const rows = [
    row({ name: 'none' }),
    row({ name: 'long', durationMillis: 9 }),
    row({ name: 'short', durationMillis: 1 }),
  ]
  assert.deepEqual(names(arranged(rows, '', { column: 'durationMillis', isDescending: false })), [
    'short',
    'long',
    'none',
  ])
  assert.deepEqual(names(arranged(rows, '', { column: 'durationMillis', isDescending: true })), [
    'long',
    'short',
    'none',
  ])
})

test('a filter needs all of its words', () => {
  const rows = [
    row({ name: 'orders', effects: ['AT_RISK'] }),
    row({ name: 'orders' }),
    row({ name: 'prices', effects: ['AT_RISK'] }),
  ]
  assert.deepEqual(names(arranged(rows, ' at_risk  ORDERS ', null)), ['orders'])
  assert.equal(arranged(rows, '', null).length, 3)
})

test('no cell of CSV is a formula, and quotes are doubled', () => {
  const text = toCsv([row({ name: '=HYPERLINK("x")', note: 'a,"b"\nc' })])
  assert.ok(text.includes(`"'=HYPERLINK(""x"")"`))
  assert.ok(text.includes('"a,""b""\nc"'))
  assert.equal(text.split('\r\n').length, 3)
})

test('no cell of Markdown ends its column or begins HTML', () => {
  const [, , line] = toMarkdown([row({ name: 'a|b\n<img>' })]).split('\n')
  assert.ok(line?.includes('a\\|b &lt;img>'))
})

test('an order survives the address, and an unknown column is none', () => {
  for (const text of ['start', '-durationMillis']) {
    const order = readOrder(text)
    assert.equal(order && printOrder(order), text)
  }
  assert.equal(readOrder('nonsense'), null)
  assert.equal(readOrder(undefined), null)
})
