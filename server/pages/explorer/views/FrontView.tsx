import { Front } from 'virtual:documents'
import { useMemo } from 'react'
import { useAddress } from '../address/useAddress'
import type { FrontQuery } from '../api/types'
import { useAnswer } from '../api/useAnswer'
import { endOf, onStrip, runName, startOf, stateOf } from '../entities/run'
import { dayOf, isFarAhead, showDay, showDuration } from '../time/format'
import { useShowOnStrip } from '../time/strip'
import { Card, Empty } from '../ui/Card'
import { ThingLink } from '../ui/Link'
import { Moment } from '../ui/Moment'
import { View } from '../ui/View'
import { RunList } from './RunList'
import { Stories } from './Stories'
import { useMoments, useNews, useRounds } from './useThing'

/** The way in when nothing is searched: failures, hung runs, and the newest changes. */
export function FrontView() {
  const [tries, again] = useRounds()
  const news = useNews({})
  const { point, seen } = useMoments(tries + news.round)
  const asked = useAnswer(Front, { point, seen, failed: { ...seen, results: ['FAILURE'] } }, tries + news.round)
  const newest = asked.answer?.data.newest
  const strip = useMemo(() => (newest ? onStrip(newest.nodes) : null), [newest])
  useShowOnStrip('front', strip)
  return (
    <View name="front" title="Find" asked={asked} again={again}>
      {(data) => <FrontParts data={data} changed={news.changed} />}
    </View>
  )
}

function FrontParts({ data, changed }: { data: FrontQuery; changed: ReadonlySet<string> }) {
  const { asOf, knownAt } = useAddress()
  const isPastMoment = asOf !== undefined || knownAt !== undefined
  const { today, note, runs } = newestDay(data)
  // A run that failed later was open at a past moment.
  const failed = data.failed?.nodes.filter((run) => stateOf(run) === 'FAILURE') ?? []
  if (!data.newest?.nodes.length && failed.length === 0)
    return isPastMoment ? <Empty>No run had begun and arrived by this moment.</Empty> : <NothingYet />
  return (
    <div className="stack">
      <div className="title">
        <h1>Which run wrote it, what did it read, and what has used it since?</h1>
        <p className="lead">
          Search for a table, a job or a run (<kbd>/</kbd>), or begin with what went wrong. {note}
        </p>
      </div>
      <Stories data={data} />
      <div className="columns">
        <Card title="Recent failures">
          {failed.length > 0 ? (
            <RunList runs={failed} changed={changed} under={(run) => run.error?.message} />
          ) : (
            <Empty>
              {isPastMoment ? 'Of the runs that count as failed now, none had failed by then.' : 'No run has failed.'}
            </Empty>
          )}
        </Card>
        <div className="stack">
          <Hung hung={data.hung} />
          <Card title={today} note="by newest run">
            <Changes runs={runs} />
          </Card>
        </div>
      </div>
    </div>
  )
}

/** The day of the newest run: today, unless the history ends before. */
function newestDay(data: FrontQuery) {
  const runs = (data.newest?.nodes ?? []).filter((run) => !isFarAhead(startOf(run) ?? 0))
  const newest = runs[0] ? startOf(runs[0]) : null
  const day = dayOf(newest ?? Date.now())
  const isPast = day < dayOf(Date.now())
  return {
    today: isPast ? `What changed on ${showDay(day)}` : 'What changed today',
    note: isPast ? `The newest run began on ${showDay(day)}, so this page takes that day for today.` : '',
    runs: runs.filter((run) => (startOf(run) ?? 0) >= day),
  }
}

/** Data that runs wrote on the day, each with its newest writer. */
function Changes({ runs }: { runs: NonNullable<FrontQuery['newest']>['nodes'] }) {
  const writers = new Map<string, (typeof runs)[number]>()
  for (const run of runs.filter((one) => stateOf(one) === 'SUCCESS'))
    for (const output of run.outputs ?? []) if (output && !writers.has(output.urn)) writers.set(output.urn, run)
  if (writers.size === 0) return <Empty>The newest runs have written nothing that they name.</Empty>
  return (
    <ul className="rows">
      {[...writers].slice(0, 10).map(([urn, run]) => (
        <li key={urn}>
          <span className="what">
            <ThingLink urn={urn} />
          </span>
          <span className="when">
            <Moment at={endOf(run) ?? startOf(run)} />
          </span>
          <span className="under">
            by <ThingLink urn={run.urn}>{runName(run)}</ThingLink>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Hung({ hung }: { hung: FrontQuery['hung'] }) {
  const runs = hung?.runs?.flatMap((run) => (run ? [run] : [])) ?? []
  return (
    <Card title="Hung runs" isOfNow note={hung?.total ? `${hung.total} in all` : undefined}>
      {runs.length === 0 ? (
        <Empty>No run has been open for longer than its job usually takes.</Empty>
      ) : (
        <RunList runs={runs} under={(run) => openWords(startOf(run), run.usualDurationMillis)} />
      )}
    </Card>
  )
}

/** The time for which a run has been open, and its job's usual duration. */
function openWords(start: number | null, usualMillis: number | null): string {
  const open = start === null ? '' : `open for ${showDuration(Date.now() - start)}`
  const usual = usualMillis ? `usually at most ${showDuration(usualMillis)}` : ''
  return [open, usual].filter(Boolean).join('; ')
}

function NothingYet() {
  return (
    <div className="title">
      <h1>This store has no runs yet</h1>
      <p className="lead">
        Send OpenLineage events to <code>api/v1/lineage</code> beside this page, or load files by{' '}
        <code>headwater load</code>. This page shows the first run as soon as it arrives.
      </p>
    </div>
  )
}
