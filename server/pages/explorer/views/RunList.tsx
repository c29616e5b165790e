import type { ReactNode } from 'react'
import type { RunRowFragment } from '../api/types'
import { runName, startOf, stateOf } from '../entities/run'
import { Badge } from '../ui/Badge'
import { ThingLink } from '../ui/Link'
import { Duration, Moment } from '../ui/Moment'

type RunListProps<Run extends RunRowFragment> = {
  runs: readonly Run[]
  /** Runs with news since the page was opened. */
  changed?: ReadonlySet<string>
  under?: (run: Run) => ReactNode
}

/** Runs, one a line: state, job, start and duration. */
export function RunList<Run extends RunRowFragment>({ runs, changed, under }: RunListProps<Run>) {
  return (
    <ul className="rows">
      {runs.map((run) => {
        const more = under?.(run)
        return (
          <li key={run.urn} data-changed={changed?.has(run.urn)}>
            <span className="what">
              <Badge word={stateOf(run)} />
              <ThingLink urn={run.urn}>{runName(run)}</ThingLink>
              {changed?.has(run.urn) && <span className="badge tone-accent">new</span>}
            </span>
            <span className="when">
              <Moment at={startOf(run)} />
              {run.stateAt?.durationMillis != null && (
                <>
                  {' · '}
                  <Duration millis={run.stateAt.durationMillis} />
                </>
              )}
            </span>
            {more && <span className="under">{more}</span>}
          </li>
        )
      })}
    </ul>
  )
}
