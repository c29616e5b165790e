import assert from 'node:assert/strict'
import test from 'node:test'
import { type GraphNode, joined } from './merge'
import { pathTo } from './path'

const node = (key: string, role: GraphNode['role'] = 'RUN') => ({ key, role, name: key }) as GraphNode
const edge = (from: string, to: string) => ({ from, to, count: 1, certainty: 'CERTAIN' }) as const
const side = (nodes: GraphNode[], edges: ReturnType<typeof edge>[]) =>
  ({ nodes, edges, total: nodes.length, omitted: 0, omittedEdges: 0, folding: 'NONE' }) as const

test('both sides meet at their start', () => {
  const upstream = side([node('s1', 'START'), node('feed')], [edge('feed', 's1')])
  const downstream = side([node('s2', 'START'), node('report')], [edge('s2', 'report')])
  const drawn = joined(upstream, downstream)
  assert.deepEqual(
    drawn.nodes.map(({ key }) => key),
    ['s1', 'feed', 'report'],
  )
  assert.deepEqual(
    drawn.edges.map(({ from, to }) => [from, to]),
    [
      ['feed', 's1'],
      ['s1', 'report'],
    ],
  )
  assert.deepEqual(pathTo(drawn, 'report'), ['s1', 'report'])
  assert.deepEqual(pathTo(drawn, 'feed'), ['feed', 's1'])
  assert.deepEqual(pathTo(drawn, 'gone'), [])
})

test('the path is the shortest, and circles end', () => {
  const nodes = [node('s', 'START'), node('a'), node('b'), node('c')]
  const drawn = joined(
    null,
    side(nodes, [edge('s', 'a'), edge('a', 'b'), edge('b', 's'), edge('b', 'c'), edge('s', 'b')]),
  )
  assert.deepEqual(pathTo(drawn, 'c'), ['s', 'b', 'c'])
})
