import type { RunRowFragment } from '../api/types'
import { runName, startOf, stateOf } from '../entities/run'
import { dayOf, showDay, showDuration, showMoment } from '../time/format'
import { toneOf } from '../ui/Badge'
import { Card, Empty } from '../ui/Card'
import { ThingLink } from '../ui/Link'
import { counted } from '../ui/words'

const MOST_BARS = 80

/** Runs as bars in the order of time, as high as their durations. */
export function Durations({ runs }: { runs: readonly RunRowFragment[] }) {
  const bars = runs.slice(0, MOST_BARS).toReversed()
  const longest = bars.reduce((most, run) => Math.max(most, run.stateAt?.durationMillis ?? 0), 1)
  return (
    <Card
      title="Durations"
      note={
        bars.length > 0 ? `the newest ${counted(bars.length, 'run')}; highest: ${showDuration(longest)}` : undefined
      }
    >
      {bars.length === 0 ? (
        <Empty>No run has begun by then.</Empty>
      ) : (
        <>
          <ul className="chart">
            {bars.map((run) => (
              <li key={run.urn}>
                <ThingLink
                  urn={run.urn}
                  className={toneOf(stateOf(run))}
                  title={labelOf(run)}
                  aria-label={labelOf(run)}
                >
                  <i style={{ height: `${heightOf(run, longest)}%` }} />
                </ThingLink>
              </li>
            ))}
          </ul>
          <div className="axis" aria-hidden="true">
            <span>{showDay(startOf(bars[0] as RunRowFragment) ?? 0)}</span>
            <span>{showDay(startOf(bars.at(-1) as RunRowFragment) ?? 0)}</span>
          </div>
        </>
      )}
    </Card>
  )
}

/** Success by day: a number of runs a day, with the failures told. */
export function Days({ runs, total }: { runs: readonly RunRowFragment[]; total: number }) {
  const days = [...Map.groupBy(runs, (run) => dayOf(startOf(run) ?? 0))].toSorted(([a], [b]) => a - b)
  return (
    <Card
      title="Success by day"
      note={total > runs.length ? `the newest ${runs.length} of ${counted(total, 'run')}` : counted(total, 'run')}
    >
      {days.length === 0 ? (
        <Empty>No run has begun by then.</Empty>
      ) : (
        <ul className="days">
          {days.map(([day, ran]) => {
            const failed = ran.filter((run) => stateOf(run) === 'FAILURE').length
            const succeeded = ran.filter((run) => stateOf(run) === 'SUCCESS').length
            const label = `${showDay(day)}: ${succeeded} succeeded, ${failed} failed, of ${ran.length}`
            return (
              <li
                key={day}
                className={toneOf(failed > 0 ? 'FAILURE' : succeeded > 0 ? 'SUCCESS' : 'SKIPPED')}
                title={label}
              >
                <span aria-hidden="true">{failed > 0 ? `✕${failed}` : succeeded > 0 ? succeeded : '–'}</span>
                <span className="unseen">{label}</span>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

function heightOf(run: RunRowFragment, longest: number): number {
  const millis = run.stateAt?.durationMillis
  return millis == null ? 12 : Math.max(3, (millis / longest) * 100)
}

function labelOf(run: RunRowFragment): string {
  const start = startOf(run)
  const millis = run.stateAt?.durationMillis
  return `${runName(run)}, ${start === null ? 'unknown start' : showMoment(start)}: ${stateOf(run)}${millis == null ? '' : `, ${showDuration(millis)}`}`
}
