import dagre from '@dagrejs/dagre'
import type { LayoutAnswer, LayoutQuestion } from './layout'

// Dagre places nodes in a worker, so that a large graph never holds up the page.
addEventListener('message', ({ data }: MessageEvent<LayoutQuestion>) => {
  const graph = new dagre.graphlib.Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 22, ranksep: 70, marginx: 20, marginy: 20 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of data.nodes) graph.setNode(id, { width, height })
  for (const { from, to } of data.edges) graph.setEdge(from, to)
  dagre.layout(graph)
  const places = data.nodes.map(({ id, width, height }) => {
    const { x, y } = graph.node(id)
    return [id, { x: x - width / 2, y: y - height / 2 }] as const
  })
  postMessage({ round: data.round, places } satisfies LayoutAnswer)
})
