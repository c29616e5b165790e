import { Background, Controls, type Edge, MarkerType, ReactFlow, useReactFlow } from '@xyflow/react'
import { useEffect, useMemo } from 'react'
import '@xyflow/react/dist/base.css'
import { type Layout, NODE_HEIGHT, NODE_WIDTH } from './layout'
import { type BoxNode, NodeBox } from './NodeBox'

const MOST_AT_ONCE = 24
const NODE_TYPES = { box: NodeBox }

type CanvasProps = { layout: Layout; chosen: string | undefined; path: readonly string[]; changed: ReadonlySet<string> }

/** The drawing of a graph. It shows the whole once, and stays where the reader moved it. */
export function Canvas({ layout, chosen, path, changed }: CanvasProps) {
  const onPath = useMemo(() => new Set(path), [path])
  const nodes = useMemo(() => boxes(layout, chosen, onPath, changed), [layout, chosen, onPath, changed])
  const edges = useMemo(() => lines(layout, onPath), [layout, onPath])
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      deleteKeyCode={null}
      onlyRenderVisibleElements={nodes.length > 100}
      minZoom={0.1}
      maxZoom={1.5}
      attributionPosition="bottom-left"
    >
      <Background gap={24} size={1} />
      <Controls showInteractive={false} />
      <FitAgain nodes={nodes} />
    </ReactFlow>
  )
}

/** Show the whole again when the number of nodes changes, as after a step or an unfolding; of a large graph the part near the start. */
function FitAgain({ nodes }: { nodes: readonly BoxNode[] }) {
  const { fitView } = useReactFlow()
  const count = nodes.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new number of nodes is the reason to fit
  useEffect(() => {
    const near = count > MOST_AT_ONCE ? nodes.filter(({ data }) => data.node.depth <= 1).slice(0, MOST_AT_ONCE) : nodes
    void fitView({ nodes: near.map(({ id }) => ({ id })), minZoom: 0.5, maxZoom: 1, padding: 0.1 })
  }, [count, fitView])
  return null
}

function boxes(
  layout: Layout,
  chosen: string | undefined,
  onPath: ReadonlySet<string>,
  changed: ReadonlySet<string>,
): BoxNode[] {
  return layout.drawn.nodes.map((node) => ({
    id: node.key,
    type: 'box',
    position: layout.places.get(node.key) ?? { x: 0, y: 0 },
    width: NODE_WIDTH,
    height: NODE_HEIGHT,
    data: {
      node,
      isChosen: node.key === chosen,
      isAside: onPath.size > 0 && !onPath.has(node.key),
      isNew: changed.has(node.urn),
    },
  }))
}

function lines(layout: Layout, onPath: ReadonlySet<string>): Edge[] {
  return layout.drawn.edges.map(({ from, to, count, certainty }) => {
    const isOnPath = onPath.has(from) && onPath.has(to)
    return {
      id: `${from}\n${to}`,
      source: from,
      target: to,
      className: `line ${certainty === 'POSSIBLE' ? 'possible' : ''} ${isOnPath ? 'on-path' : onPath.size > 0 ? 'aside' : ''}`,
      markerEnd: { type: MarkerType.ArrowClosed, width: 14, height: 14 },
      ...(count > 1 ? { label: `${count}` } : {}),
    }
  })
}
