import { BaseEdge, type Edge, type EdgeProps, getBezierPath } from '@xyflow/react'
import type { Place } from './places'

export type LineData = Edge<{ way: readonly Place[] }, 'line'>

/** A line that goes around the boxes between its ends; with nothing between them, the curve of React Flow. */
export function LineEdge(props: EdgeProps<LineData>) {
  const { sourceX, sourceY, targetX, targetY, data, label, markerEnd } = props
  const way = data?.way ?? []
  const middle = way[Math.floor(way.length / 2)]
  const [curve, x, y] = getBezierPath(props)
  const [path, labelX, labelY] =
    way.length > 1 && middle
      ? [through([{ x: sourceX, y: sourceY }, ...way, { x: targetX, y: targetY }]), middle.x, middle.y]
      : [curve, x, y]
  return <BaseEdge path={path} label={label} labelX={labelX} labelY={labelY} {...(markerEnd ? { markerEnd } : {})} />
}

/** A path through points from left to right, level at each of them. */
function through(points: readonly Place[]): string {
  return points.reduce((path, { x, y }, place) => {
    const last = points[place - 1]
    if (last === undefined) return `M${x},${y}`
    const bend = (last.x + x) / 2
    return `${path} C${bend},${last.y} ${bend},${y} ${x},${y}`
  }, '')
}
