import dagre from '@dagrejs/dagre'
import type { LayoutAnswer, LayoutQuestion } from './layout'
import { COLUMN_GAP, lineKey, NODE_HEIGHT, NODE_WIDTH, type Place, ROW_GAP } from './places'

// Dagre places nodes in a worker, so that a large graph never holds up the page.
addEventListener('message', ({ data }: MessageEvent<LayoutQuestion>) => {
  const graph = new dagre.graphlib.Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: ROW_GAP, ranksep: COLUMN_GAP, marginx: 20, marginy: 20 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const key of data.nodes) graph.setNode(key, { width: NODE_WIDTH, height: NODE_HEIGHT })
  for (const { from, to } of data.edges) graph.setEdge(from, to)
  dagre.layout(graph)
  const places = data.nodes.map((key) => {
    const { x, y } = graph.node(key)
    return [key, { x: x - NODE_WIDTH / 2, y: y - NODE_HEIGHT / 2 }] as const
  })
  // The first and the last point are at the boxes; those between lead a line around the boxes on its way.
  const ways = data.edges.map(
    ({ from, to }) => [lineKey(from, to), (graph.edge(from, to).points as Place[]).slice(1, -1)] as const,
  )
  postMessage({ round: data.round, places, ways } satisfies LayoutAnswer)
})
