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
