import type { Drawn } from './merge'

/** The shortest path between the start and a node, in time's direction: the reason why the node is in the answer. */
export function pathTo(drawn: Drawn, key: string): readonly string[] {
  const starts = drawn.nodes.filter((node) => node.role === 'START').map((node) => node.key)
  if (starts.includes(key)) return [key]
  const forward = search(drawn, starts, key, 'from', 'to')
  return forward.length > 0 ? forward : search(drawn, starts, key, 'to', 'from').toReversed()
}

function search(
  drawn: Drawn,
  starts: readonly string[],
  key: string,
  near: 'from' | 'to',
  far: 'from' | 'to',
): string[] {
  const neighbours = Map.groupBy(drawn.edges, (edge) => edge[near])
  const before = new Map<string, string | null>(starts.map((start) => [start, null]))
  const queue = [...starts]
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (at === key) break
    for (const edge of neighbours.get(at) ?? []) {
      if (before.has(edge[far])) continue
      before.set(edge[far], at)
      queue.push(edge[far])
    }
  }
  if (!before.has(key)) return []
  const path: string[] = []
  for (let at: string | null = key; at !== null; at = before.get(at) ?? null) path.unshift(at)
  return path
}
