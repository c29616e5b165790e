import { useEffect, useRef, useState } from 'react'
import type { Drawn } from './merge'

export const NODE_WIDTH = 232
export const NODE_HEIGHT = 78

export type LayoutQuestion = {
  readonly round: number
  readonly nodes: readonly { readonly id: string; readonly width: number; readonly height: number }[]
  readonly edges: readonly { readonly from: string; readonly to: string }[]
}
export type Place = { readonly x: number; readonly y: number }
export type LayoutAnswer = { readonly round: number; readonly places: readonly (readonly [string, Place])[] }

/** A drawing with the places of its nodes. */
export type Layout = { readonly drawn: Drawn; readonly places: ReadonlyMap<string, Place> }

/** Places for the nodes of a drawing, from a worker. While they are awaited, the layout is the one before. */
export function useLayout(drawn: Drawn | null): Layout | null {
  const worker = useRef<Worker>(null)
  const asked = useRef<{ round: number; drawn: Drawn | null }>({ round: 0, drawn: null })
  const [layout, setLayout] = useState<Layout | null>(null)

  useEffect(() => {
    const started = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' })
    started.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => {
      const { round, drawn: question } = asked.current
      if (data.round === round && question) setLayout({ drawn: question, places: new Map(data.places) })
    }
    worker.current = started
    return () => started.terminate()
  }, [])

  useEffect(() => {
    if (drawn === null) return
    const round = asked.current.round + 1
    asked.current = { round, drawn }
    worker.current?.postMessage({
      round,
      nodes: drawn.nodes.map(({ key }) => ({ id: key, width: NODE_WIDTH, height: NODE_HEIGHT })),
      edges: drawn.edges.map(({ from, to }) => ({ from, to })),
    } satisfies LayoutQuestion)
  }, [drawn])

  return layout
}
