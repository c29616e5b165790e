import assert from 'node:assert/strict'
import test from 'node:test'
import { kindOf, nameOf, placeOf } from './names'

const JOB = 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,prices,airflow-prod),prices.load)'

test('names are short, and places tell the rest', () => {
  const dataset = 'urn:li:dataset:(urn:li:dataPlatform:postgres,//shop-db:5432/shop.public.prices,PROD)'
  assert.deepEqual(
    [kindOf(dataset), nameOf(dataset), placeOf(dataset)],
    ['dataset', 'shop.public.prices', 'postgres · shop-db:5432'],
  )
  assert.deepEqual([kindOf(JOB), nameOf(JOB), placeOf(JOB)], ['job', 'prices.load', 'airflow-prod · prices'])
})

test('strange names are shown as they are', () => {
  assert.equal(nameOf('urn:li:dataset:(urn:li:dataPlatform:x,<b>%zz</b>,PROD)'), '<b>%zz</b>')
  assert.equal(nameOf('urn:li:dataset:(urn:li:dataPlatform:x,a%2Cb,PROD)'), 'a,b')
  assert.equal(nameOf('urn:li:dataset:(oops'), 'urn:li:dataset:(oops')
  assert.equal(kindOf('no urn'), 'other')
  assert.equal(typeof nameOf('no urn'), 'string')
})

test('only the escapes of URNs are reversed', () => {
  const named = (name: string) => nameOf(`urn:li:dataset:(urn:li:dataPlatform:s3,${name},PROD)`)
  assert.deepEqual(['a%2Cb', '%28x%29', 'a%E2%90%9Fb', '100%25', 'a%252Cb'].map(named), [
    'a,b',
    '(x)',
    'a␟b',
    '100%',
    'a%2Cb',
  ])
  const plain = ['events/ts=2026-10-14 00%3A00%3A00', 'a%2Fb', '100%%', '%2c', '%E4%B8%AD', '%']
  assert.deepEqual(plain.map(named), plain)
})

test('places are of names with commas and slashes, too', () => {
  const job = 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,a%2Cb,c%2528),d%252C)'
  assert.deepEqual([nameOf(job), placeOf(job)], ['d%2C', 'c%28 · a,b'])
  const dataset = 'urn:li:dataset:(urn:li:dataPlatform:x%2Cy,//a%2Fb%2525/c%2Fd,PROD)'
  assert.deepEqual([nameOf(dataset), placeOf(dataset)], ['c%2Fd', 'x,y · a/b%'])
  const file = 'urn:li:dataset:(urn:li:dataPlatform:file,//%//tmp/x,PROD)'
  assert.deepEqual([nameOf(file), placeOf(file)], ['/tmp/x', 'file'])
})
