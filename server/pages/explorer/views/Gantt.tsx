import type { CSSProperties } from 'react'
import { useAddress } from '../address/useAddress'
import type { RunPageQuery } from '../api/types'
import { runName, stateOf } from '../entities/run'
import { millisOf, showClock, showDuration, showMoment } from '../time/format'
import { toneOf } from '../ui/Badge'
import { Card } from '../ui/Card'
import { ThingLink } from '../ui/Link'

type Timeline = NonNullable<NonNullable<RunPageQuery['dataProcessInstance']>['timeline']>
type Entry = Timeline['entries'][number]

/** The runs inside a run on one scale of time, with the waits before them. */
export function Gantt({ timeline }: { timeline: Timeline }) {
  const { asOf } = useAddress()
  const entries = timeline.entries.flatMap(shownEntry)
  if (entries.length === 0) return null
  const [first, last] = rangeOf(timeline, entries, asOf === undefined ? Number.POSITIVE_INFINITY : millisOf(asOf))
  const place = (at: number) => Math.max(0, Math.min(100, ((at - first) / (last - first)) * 100))
  return (
    <Card
      title="Runs inside it"
      note={
        timeline.total > timeline.entries.length
          ? `the first ${timeline.entries.length} of ${timeline.total}`
          : 'dotted: waits'
      }
    >
      <ol className="gantt">
        {entries.map((entry) => (
          <li key={entry.run.urn}>
            <ThingLink urn={entry.run.urn} title={sentenceOf(entry)}>
              {runName(entry.run)}
            </ThingLink>
            <span className="lane">
              <Bars entry={entry} place={place} last={last} />
              <span className="unseen">{sentenceOf(entry)}</span>
            </span>
          </li>
        ))}
      </ol>
      <div className="axis" aria-hidden="true">
        <span>{showMoment(first)}</span>
        <span>{showClock(last, true)}</span>
      </div>
    </Card>
  )
}

/** A run as the page's moments have it. A run that was not known yet is left out; an open one has no end. */
function shownEntry(entry: Entry): Entry[] {
  const state = entry.run.stateAt
  if (state === null) return []
  if (state.status === 'COMPLETE') return [entry]
  return [{ ...entry, startedAt: state.startedAt, endedAt: null, durationMillis: null, attempts: [] }]
}

function Bars({ entry, place, last }: { entry: Entry; place: (at: number) => number; last: number }) {
  const { startedAt, wait } = entry
  if (startedAt === null) return <span className="label">never began</span>
  const start = millisOf(startedAt)
  const attempts = entry.attempts.filter((attempt) => attempt.startedAt !== null)
  const end = entry.endedAt === null ? last : millisOf(entry.endedAt)
  const spans = attempts.length > 1 ? attempts : [{ attempt: 1, startedAt, endedAt: entry.endedAt, resultType: null }]
  const label = place(end) > 80 ? { right: `${100 - place(start) + 0.5}%` } : { left: `${place(end) + 0.5}%` }
  return (
    <>
      {wait && <span className="wait" style={between(place(start - wait.durationMillis), place(start))} />}
      {spans.map((span) => (
        <span
          key={span.attempt}
          className={`span ${toneOf(span.resultType ?? stateOf(entry.run))}`}
          style={between(
            place(millisOf(span.startedAt ?? startedAt)),
            place(span.endedAt ? millisOf(span.endedAt) : end),
          )}
        />
      ))}
      <span className="label" style={label} aria-hidden="true">
        {entry.durationMillis === null ? 'open' : showDuration(entry.durationMillis)}
        {stateOf(entry.run) === 'FAILURE' && ' · failed'}
      </span>
    </>
  )
}

const between = (left: number, right: number): CSSProperties => ({
  left: `${left}%`,
  width: `${Math.max(0, right - left)}%`,
})

function sentenceOf(entry: Entry): string {
  const parts = [`${runName(entry.run)}: ${stateOf(entry.run)}`]
  if (entry.startedAt) parts.push(`began ${showMoment(millisOf(entry.startedAt))}`)
  if (entry.durationMillis !== null) parts.push(`took ${showDuration(entry.durationMillis)}`)
  if (entry.attempts.length > 1) parts.push(`${entry.attempts.length} attempts`)
  if (entry.wait) {
    const cause = entry.wait.run ? ` for ${runName(entry.wait.run)}` : ''
    parts.push(`waited ${showDuration(entry.wait.durationMillis)}${cause}`)
  }
  return parts.join(', ')
}

function rangeOf(timeline: Timeline, entries: readonly Entry[], until: number): [number, number] {
  const moments = [timeline, ...entries].flatMap(({ startedAt, endedAt }) =>
    [startedAt, endedAt].flatMap((at) => (at === null ? [] : [Math.min(millisOf(at), until)])),
  )
  const inOrder = moments.toSorted((a, b) => a - b)
  const first = inOrder[0] ?? 0
  return [first, Math.max(first + 1000, inOrder.at(-1) ?? 0)]
}
