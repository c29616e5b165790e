import {
  Background,
  Controls,
  MarkerType,
  type NodeHandle,
  Panel,
  Position,
  ReactFlow,
  useReactFlow,
  useStore,
  type Viewport,
} from '@xyflow/react'
import { useEffect, useMemo } from 'react'
import '@xyflow/react/dist/base.css'
import '../styles/graph.css'
import { type LineData, LineEdge } from './LineEdge'
import { type BoxNode, NodeBox } from './NodeBox'
import { type Layout, lineKey, NODE_HEIGHT, NODE_WIDTH } from './places'
import { useSame } from './useSame'

const LEAST_ZOOM = 0.65
const MARGIN = 20
const NODE_TYPES = { box: NodeBox }
const EDGE_TYPES = { line: LineEdge }

/** The ends of edges, in the middle of a box's sides: edges are drawn before React Flow has measured a new box. */
const MEASURED = { width: NODE_WIDTH, height: NODE_HEIGHT }
const HANDLES: NodeHandle[] = [
  { type: 'target', position: Position.Left, x: 0, y: NODE_HEIGHT / 2 },
  { type: 'source', position: Position.Right, x: NODE_WIDTH, y: NODE_HEIGHT / 2 },
]

type CanvasProps = { layout: Layout; chosen: string | undefined; path: readonly string[]; changed: ReadonlySet<string> }

/** The drawing of a graph. It shows the whole once, and stays where the reader moved it. */
export function Canvas({ layout, chosen, path, changed }: CanvasProps) {
  const onPath = useMemo(() => new Set(path), [path])
  const nodes = useSame(useMemo(() => boxes(layout, chosen, onPath, changed), [layout, chosen, onPath, changed]))
  const edges = useSame(useMemo(() => lines(layout, onPath), [layout, onPath]))
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
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
      <Whole layout={layout} />
      <Framing layout={layout} />
    </ReactFlow>
  )
}

/** Show the whole when a graph is laid out anew; of a graph too large for that, the part around the start. */
function Framing({ layout }: { layout: Layout }) {
  const { setViewport } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new layout is the reason to frame the graph anew
  useEffect(() => {
    if (width > 0) void setViewport(frameOf(layout, width, height))
  }, [layout.round, width, height, setViewport])
  return null
}

/** A way to the whole, where the drawing is framed as a part of it. */
function Whole({ layout }: { layout: Layout }) {
  const { fitView } = useReactFlow()
  const [right, bottom] = useMemo(() => sizeOf(layout), [layout])
  const isCut = useStore((state) => right * LEAST_ZOOM > state.width || bottom * LEAST_ZOOM > state.height)
  if (!isCut) return null
  return (
    <Panel position="top-right" className="part">
      This graph is larger than its frame: drag it, or{' '}
      <button type="button" className="button" onClick={() => void fitView()}>
        Show the whole graph
      </button>
    </Panel>
  )
}

/** The width and the height of a drawing. */
function sizeOf(layout: Layout): [number, number] {
  const places = [...layout.places.values()]
  return [
    places.reduce((most, { x }) => Math.max(most, x), 0) + NODE_WIDTH + MARGIN,
    places.reduce((most, { y }) => Math.max(most, y), 0) + NODE_HEIGHT + MARGIN,
  ]
}

function frameOf(layout: Layout, width: number, height: number): Viewport {
  const [right, bottom] = sizeOf(layout)
  const zoom = Math.min(1, Math.max(LEAST_ZOOM, Math.min(width / right, height / bottom)))
  const start = layout.places.get(layout.drawn.nodes.find((node) => node.role === 'START')?.key ?? '') ?? { x: 0, y: 0 }
  return {
    zoom,
    x: right * zoom <= width ? (width - right * zoom) / 2 : Math.min(0, width * 0.1 - start.x * zoom),
    y: bottom * zoom <= height ? (height - bottom * zoom) / 2 : Math.min(0, height / 2 - start.y * zoom),
  }
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
    ...MEASURED,
    measured: MEASURED,
    handles: HANDLES,
    data: {
      node,
      isChosen: node.key === chosen,
      isAside: onPath.size > 0 && !onPath.has(node.key),
      isNew: changed.has(node.urn),
    },
  }))
}

function lines(layout: Layout, onPath: ReadonlySet<string>): LineData[] {
  return layout.drawn.edges.map(({ from, to, count, certainty }) => {
    const isOnPath = onPath.has(from) && onPath.has(to)
    return {
      id: lineKey(from, to),
      type: 'line',
      data: { way: layout.ways.get(lineKey(from, to)) ?? [] },
      source: from,
      target: to,
      className: `line ${certainty === 'POSSIBLE' ? 'possible' : ''} ${isOnPath ? 'on-path' : onPath.size > 0 ? 'aside' : ''}`,
      markerEnd: { type: MarkerType.ArrowClosed, width: 12, height: 12, markerUnits: 'userSpaceOnUse' },
      ...(count > 1 ? { label: `${count}` } : {}),
    }
  })
}
