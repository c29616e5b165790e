import assert from 'node:assert/strict'
import test from 'node:test'
import type { Drawn, GraphNode } from './merge'
import { continued, type Layout, NODE_HEIGHT } from './places'

const drawing = (keys: string[], ...edges: [string, string][]): Drawn => ({
  nodes: keys.map((key) => ({ key }) as GraphNode),
  edges: edges.map(([from, to]) => ({ from, to, count: 1, certainty: 'CERTAIN' })),
  total: keys.length,
  omitted: 0,
  omittedEdges: 0,
})

const KEYS = ['start', 'a', 'b', 'c']
const FAN: [string, string][] = [
  ['start', 'a'],
  ['start', 'b'],
  ['a', 'c'],
]
const LAST: Layout = {
  round: 1,
  drawn: drawing(KEYS, ...FAN),
  places: new Map([
    ['start', { x: 0, y: 50 }],
    ['a', { x: 302, y: 0 }],
    ['b', { x: 302, y: 100 }],
    ['c', { x: 604, y: 0 }],
  ]),
  ways: new Map(),
}

test('nodes stay where they are while others go', () => {
  const next = continued(drawing(['start', 'a', 'b'], ['start', 'a'], ['start', 'b']), LAST)
  assert.equal(next?.places, LAST.places)
  assert.equal(next?.round, LAST.round)
})

test('a new node comes a column after its neighbour, on no other node', () => {
  const next = continued(drawing([...KEYS, 'new'], ...FAN, ['start', 'new']), LAST)
  assert.equal(next?.places.get('new')?.x, 302)
  const heights = ['a', 'b', 'new'].map((key) => next?.places.get(key)?.y ?? 0).sort((one, other) => one - other)
  assert.ok(heights.every((height, place) => place === 0 || height - (heights[place - 1] ?? 0) > NODE_HEIGHT))
})

test('a graph that differs much, leads back or has no link to the last is laid out anew', () => {
  assert.equal(continued(drawing(['start', 'new', 'other'], ['start', 'new'], ['new', 'other']), LAST), null)
  assert.equal(continued(drawing(KEYS, ...FAN, ['c', 'start']), LAST), null)
  assert.equal(continued(drawing([...KEYS, 'alone'], ...FAN), LAST), null)
  assert.equal(continued(drawing(['start']), LAST), null)
})
