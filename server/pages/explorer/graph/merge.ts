import type { GraphPartsFragment } from '../api/types'
import { lineKey } from './places'

type Answered = NonNullable<GraphPartsFragment['graph']>
export type GraphNode = Answered['nodes'][number]
export type GraphEdge = Answered['edges'][number]

/** The nodes and edges of a drawing: both sides of the start in one. */
export type Drawn = {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly total: number
  readonly omitted: number
  readonly omittedEdges: number
}

/** Join the graphs of both sides at their start, which has one key in both if it is one node. */
export function joined(upstream: Answered | null | undefined, downstream: Answered | null | undefined): Drawn {
  const sides = [upstream, downstream].flatMap((side) => (side ? [side] : []))
  const [first, second] = sides.map((side) => side.nodes.filter((node) => node.role === 'START'))
  const same = first?.length === 1 && second?.length === 1 ? [second[0]?.key, first[0]?.key] : []
  const named = (key: string) => (key === same[0] && same[1] !== undefined ? same[1] : key)
  const nodes = new Map<string, GraphNode>()
  const edges = new Map<string, GraphEdge>()
  for (const side of sides) {
    for (const node of side.nodes)
      if (!nodes.has(named(node.key))) nodes.set(named(node.key), { ...node, key: named(node.key) })
    for (const edge of side.edges) {
      const [from, to] = [named(edge.from), named(edge.to)]
      edges.set(lineKey(from, to), { ...edge, from, to })
    }
  }
  return {
    nodes: [...nodes.values()],
    edges: [...edges.values()].filter((edge) => nodes.has(edge.from) && nodes.has(edge.to) && edge.from !== edge.to),
    total: sides.reduce((sum, side) => sum + side.total, 0),
    omitted: sides.reduce((sum, side) => sum + side.omitted, 0),
    omittedEdges: sides.reduce((sum, side) => sum + side.omittedEdges, 0),
  }
}
