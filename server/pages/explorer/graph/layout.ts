import { useEffect, useRef, useState } from 'react'
import type { Drawn } from './merge'
import { continued, type Layout, type Place } from './places'

export type LayoutQuestion = {
  readonly round: number
  readonly nodes: readonly string[]
  readonly edges: readonly { readonly from: string; readonly to: string }[]
}
export type LayoutAnswer = {
  readonly round: number
  readonly places: readonly (readonly [string, Place])[]
  readonly ways: readonly (readonly [string, readonly Place[]])[]
}

/**
 * The layout of a drawing. It continues the last one if it can, as for most steps of the slider; else a worker lays the
 * drawing out, and until then the layout is the last one.
 */
export function useLayout(drawn: Drawn): Layout | null {
  const worker = useRef<Worker>(null)
  const asked = useRef<{ round: number; drawn: Drawn } | null>(null)
  const [last, setLast] = useState<Layout | null>(null)
  const next = last && continued(drawn, last)
  if (next && next !== last) setLast(next)

  useEffect(() => {
    const started = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' })
    started.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => {
      const { round, places, ways } = data
      if (round !== asked.current?.round) return
      setLast({ round, drawn: asked.current.drawn, places: new Map(places), ways: new Map(ways) })
    }
    worker.current = started
    return () => started.terminate()
  }, [])

  const isLaidOut = next !== null
  useEffect(() => {
    if (isLaidOut) return
    const round = (asked.current?.round ?? 0) + 1
    asked.current = { round, drawn }
    worker.current?.postMessage({
      round,
      nodes: drawn.nodes.map(({ key }) => key),
      edges: drawn.edges.map(({ from, to }) => ({ from, to })),
    } satisfies LayoutQuestion)
  }, [drawn, isLaidOut])

  return next ?? last
}
