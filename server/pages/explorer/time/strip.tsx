import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { stopsBeside } from './stops'

/** A run on the strip of time: its moment, its state, its thing. */
export type StripRun = { readonly at: number; readonly state: string; readonly urn: string }

type Strip = { readonly owner: string; readonly runs: readonly StripRun[] }

const MOST_RUNS = 500

const NOTHING: Strip = { owner: '', runs: [] }

const StripContext = createContext(NOTHING)
// A context of its own: a view that only puts runs on the strip is not drawn again with it.
const ShowContext = createContext<(change: (strip: Strip) => Strip) => void>(() => undefined)

/** Holds the runs of what the page shows, for the strip above it. */
export function StripProvider({ children }: { children: ReactNode }) {
  const [strip, setStrip] = useState(NOTHING)
  return (
    <ShowContext value={setStrip}>
      <StripContext value={strip}>{children}</StripContext>
    </ShowContext>
  )
}

/** The strip: the thing of the page, and its runs. */
export function useStrip(): Strip {
  return useContext(StripContext)
}

/** The stops beside one to which the reader's arrow keys have come: their answers are likely to be wanted next. */
export function useStopsBeside(moment: string | null): (string | null)[] {
  const { runs } = useStrip()
  return document.activeElement?.matches('.strip input') ? stopsBeside(runs, moment) : []
}

/** Put the runs of a thing on the strip. Those seen before stay, so that it does not jump while the slider moves. */
export function useShowOnStrip(owner: string, runs: readonly StripRun[] | null): void {
  const show = useContext(ShowContext)
  useEffect(() => {
    if (runs !== null) show((strip) => withRuns(strip, owner, runs))
  }, [owner, runs, show])
}

function withRuns(strip: Strip, owner: string, runs: readonly StripRun[]): Strip {
  const known = new Map((strip.owner === owner ? strip.runs : []).map((run) => [run.urn, run]))
  const oldest = strip.owner === owner && strip.runs.length === MOST_RUNS ? (strip.runs[0]?.at ?? 0) : 0
  const fresh = runs.filter((run) => run.at > oldest && known.get(run.urn)?.state !== run.state)
  if (fresh.length === 0 && strip.owner === owner) return strip
  for (const run of fresh) known.set(run.urn, run)
  const runsInOrder = [...known.values()].sort((a, b) => a.at - b.at)
  return { owner, runs: runsInOrder.slice(-MOST_RUNS) }
}
