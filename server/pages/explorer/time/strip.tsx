import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'

/** A run on the strip of time: its moment, its state, its thing. */
export type StripRun = { readonly at: number; readonly state: string; readonly urn: string }

type Strip = { readonly owner: string; readonly runs: readonly StripRun[] }

const MOST_RUNS = 500

const NOTHING: Strip = { owner: '', runs: [] }

const StripContext = createContext<[Strip, (strip: Strip) => void]>([NOTHING, () => undefined])

/** Holds the runs of what the page shows, for the strip above it. */
export function StripProvider({ children }: { children: ReactNode }) {
  const [strip, setStrip] = useState(NOTHING)
  const held = useMemo((): [Strip, (strip: Strip) => void] => [strip, setStrip], [strip])
  return <StripContext value={held}>{children}</StripContext>
}

/** The runs on the strip. */
export function useStrip(): readonly StripRun[] {
  return useContext(StripContext)[0].runs
}

/** Put the runs of a thing on the strip. Those seen before stay, so that it does not jump while the slider moves. */
export function useShowOnStrip(owner: string, runs: readonly StripRun[] | null): void {
  const [strip, setStrip] = useContext(StripContext)
  useEffect(() => {
    if (runs === null) return
    const known = new Map((strip.owner === owner ? strip.runs : []).map((run) => [run.urn, run]))
    const oldest = strip.owner === owner && strip.runs.length === MOST_RUNS ? (strip.runs[0]?.at ?? 0) : 0
    const fresh = runs.filter((run) => run.at > oldest && known.get(run.urn)?.state !== run.state)
    if (fresh.length === 0 && strip.owner === owner) return
    for (const run of fresh) known.set(run.urn, run)
    const runsInOrder = [...known.values()].sort((a, b) => a.at - b.at)
    setStrip({ owner, runs: runsInOrder.slice(-MOST_RUNS) })
  }, [owner, runs, strip, setStrip])
}
