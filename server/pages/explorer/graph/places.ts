import type { Drawn, GraphEdge } from './merge'

export const NODE_WIDTH = 232
export const NODE_HEIGHT = 78
export const COLUMN_GAP = 70
export const ROW_GAP = 22

export type Place = { readonly x: number; readonly y: number }
type Places = ReadonlyMap<string, Place>

/** A drawing with the places of its nodes, and perhaps of nodes that it had at other moments. */
export type Layout = {
  /** The number of the layout that it is, or that it continues. */
  readonly round: number
  readonly drawn: Drawn
  readonly places: Places
  /** The points between the ends of lines, by `lineKey`. */
  readonly ways: ReadonlyMap<string, readonly Place[]>
}

/** The key of a line of a drawing. */
export const lineKey = (from: string, to: string): string => `${from}\n${to}`

/** The least share of nodes with a place, and of places in use: beyond it, a graph is better laid out anew. */
const LEAST_NODES = 0.75
const LEAST_PLACES = 0.5

/**
 * The layout of a drawing that is much like the last one: nodes stay where they are, and new ones come beside their
 * neighbours. Null if the drawings differ too much, or an edge would lead back.
 */
export function continued(drawn: Drawn, last: Layout): Layout | null {
  if (drawn === last.drawn) return last
  const known = drawn.nodes.filter(({ key }) => last.places.has(key)).length
  if (known < drawn.nodes.length * LEAST_NODES || known < last.places.size * LEAST_PLACES) return null
  const places = known === drawn.nodes.length ? last.places : withNew(drawn, last.places)
  return places && drawn.edges.every((edge) => leadsOn(edge, places, last)) ? { ...last, drawn, places } : null
}

function leadsOn({ from, to }: GraphEdge, places: Places, last: Layout): boolean {
  const [tail, head] = [places.get(from), places.get(to)]
  if (tail === undefined || head === undefined) return false
  // A circle has an edge that leads back, in any layout.
  return tail.x < head.x || last.drawn.edges.some((edge) => edge.from === from && edge.to === to)
}

/** The places with those of new nodes, each a column after or before its neighbours. Null if one has no neighbours. */
function withNew(drawn: Drawn, last: Places): Places | null {
  const places = new Map(last)
  const before = Map.groupBy(drawn.edges, ({ to }) => to)
  const after = Map.groupBy(drawn.edges, ({ from }) => from)
  let waiting = drawn.nodes.map(({ key }) => key).filter((key) => !places.has(key))
  while (waiting.length > 0) {
    const left = waiting.filter((key) => {
      const tails = (before.get(key) ?? []).flatMap(({ from }) => places.get(from) ?? [])
      const heads = (after.get(key) ?? []).flatMap(({ to }) => places.get(to) ?? [])
      const place = beside(tails, heads, [...places.values()])
      if (place) places.set(key, place)
      return place === null
    })
    if (left.length === waiting.length) return null
    waiting = left
  }
  return places
}

/** The free place nearest to the height of the neighbours, in the column after or before them. */
function beside(tails: readonly Place[], heads: readonly Place[], taken: readonly Place[]): Place | null {
  const neighbours = tails.length > 0 ? tails : heads
  if (neighbours.length === 0) return null
  const step = NODE_WIDTH + COLUMN_GAP
  const x = tails.length > 0 ? Math.max(...tails.map((at) => at.x)) + step : Math.min(...heads.map((at) => at.x)) - step
  const y = neighbours.reduce((sum, at) => sum + at.y, 0) / neighbours.length
  const column = taken.filter((at) => Math.abs(at.x - x) < NODE_WIDTH)
  const isFree = (height: number) => column.every((at) => Math.abs(at.y - height) >= NODE_HEIGHT + ROW_GAP / 2)
  for (let away = 0; ; away += NODE_HEIGHT + ROW_GAP) {
    for (const height of [y + away, y - away]) if (isFree(height)) return { x, y: height }
  }
}
