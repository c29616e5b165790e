import { RunPage } from 'virtual:documents'
import { useMemo } from 'react'
import type { RunPageQuery } from '../api/types'
import { useAnswer } from '../api/useAnswer'
import { liveFilter } from '../entities/live'
import { onStrip, runName, startOf, stateOf } from '../entities/run'
import { millisOf, showDuration } from '../time/format'
import { useShowOnStrip } from '../time/strip'
import { Badge } from '../ui/Badge'
import { Card, Empty } from '../ui/Card'
import { ThingLink } from '../ui/Link'
import { Duration, Moment } from '../ui/Moment'
import { Tabs } from '../ui/Tabs'
import { View } from '../ui/View'
import { Next, Since } from './Effect'
import { Failure } from './Failure'
import { Gantt } from './Gantt'
import { OutLink } from './JobView'
import { Outputs } from './Outputs'
import { SeenInputs } from './SeenInputs'
import { Title, Unknown } from './Title'
import { useMoments, useNews, useRounds } from './useThing'

export type Run = NonNullable<RunPageQuery['dataProcessInstance']>

/** A run: its state and times, what it read and wrote, the runs inside it, its error, and what follows. */
export function RunView({ urn }: { urn: string }) {
  const [tries, again] = useRounds()
  const news = useNews(liveFilter(urn))
  const round = tries + news.round
  const { asOf, point } = useMoments(round)
  const isPast = asOf !== null || point.knownAt != null
  const endTimeMillis = asOf === null ? null : millisOf(asOf)
  const asked = useAnswer(RunPage, { urn, point, endTimeMillis }, round)
  const run = asked.answer?.data.dataProcessInstance
  const strip = useMemo(
    () => (run ? onStrip([run, ...(run.timeline?.entries ?? []).map((entry) => entry.run)]) : null),
    [run],
  )
  useShowOnStrip(urn, strip)
  return (
    <View name="run" title={run ? runName(run) : 'Run'} asked={asked} again={again}>
      {({ dataProcessInstance: shown, impact }) => (
        <>
          {shown && <RunTitle urn={urn} run={shown} isNew={news.changed.has(urn)} isPast={isPast} />}
          {shown?.exists === false && <Unknown urn={urn} />}
          <Tabs />
          {shown?.exists && <Parts run={shown} impact={impact} isPast={isPast} />}
        </>
      )}
    </View>
  )
}

function RunTitle({ urn, run, isNew, isPast }: { urn: string; run: Run; isNew: boolean; isPast: boolean }) {
  return (
    <Title
      urn={urn}
      name={runName(run)}
      over={run.parentChain.map((parent) => (
        <span key={parent.urn}>
          · in <ThingLink urn={parent.urn}>{runName(parent)}</ThingLink>
        </span>
      ))}
      beside={
        <>
          <Badge word={stateOf(run)} />
          {run.isHung && !isPast && <Badge word="HUNG" />}
          {isNew && <span className="badge tone-accent">new</span>}
        </>
      }
      under={
        <p className="note">
          <Moment at={startOf(run)} />
          {run.stateAt?.durationMillis != null && <> · took {showDuration(run.stateAt.durationMillis)}</>}
          {run.usualDurationMillis !== null && <> (usually at most {showDuration(run.usualDurationMillis)})</>}
        </p>
      }
    />
  )
}

function Parts({ run, impact, isPast }: { run: Run; impact: RunPageQuery['impact']; isPast: boolean }) {
  const endsLater = isPast && run.stateAt?.status !== 'COMPLETE'
  return (
    <div className="stack">
      {endsLater && <Later run={run} />}
      {!endsLater && <Failure run={run} />}
      {!endsLater && run.anomalies.length > 0 && (
        <Card title="Unlike earlier runs of its job">
          <ul className="rows">
            {run.anomalies.map((anomaly) => (
              <li key={anomaly.sentence}>
                <span>{anomaly.sentence}</span>
                <span className="kind">{anomaly.reason}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div className="columns">
        <Card title="Inputs, as the run saw them">
          <SeenInputs inputs={run.seenInputs ?? []} attempts />
        </Card>
        <Card title="Outputs" isOfNow="arrivals">
          <Outputs run={run} withSizes={!endsLater} />
        </Card>
      </div>
      {run.timeline && <Gantt timeline={run.timeline} />}
      <div className="columns">
        <Since impact={impact} isOld={['FAILURE', 'SKIPPED'].includes(stateOf(run))} />
        <Next impact={impact} isOpen={stateOf(run) === 'STARTED'} />
      </div>
      <div className="columns">
        <Facts run={run} />
        <div className="stack">
          <States run={run} />
          <Sql run={run} />
        </div>
      </div>
    </div>
  )
}

/** Says that the run ended after the moment of the page: its events tell errors and sizes at the end. */
function Later({ run }: { run: Run }) {
  return (
    <p className="message tone-running" role="status">
      {run.stateAt === null
        ? 'At this moment the run had not begun, or was not known.'
        : 'At this moment the run goes on. Its error, its sizes and what was unusual come with its end.'}
    </p>
  )
}

function Facts({ run }: { run: Run }) {
  const state = run.stateAt
  return (
    <Card title="Facts">
      <dl className="facts">
        {run.parentTemplate && (
          <>
            <dt>Job</dt>
            <dd>
              <ThingLink urn={run.parentTemplate.urn} />
            </dd>
          </>
        )}
        <dt>Run id</dt>
        <dd>
          <code>{run.nativeId}</code>
        </dd>
        <dt>Began</dt>
        <dd>
          <Moment at={state?.startedAt} />
        </dd>
        <dt>Ended</dt>
        <dd>{state?.endedAt ? <Moment at={state.endedAt} /> : 'not yet, or the end is unknown'}</dd>
        <dt>Attempt</dt>
        <dd>{state?.attempt ?? '–'}</dd>
        {run.trigger && (
          <>
            <dt>Trigger</dt>
            <dd>{run.trigger}</dd>
          </>
        )}
        {run.nominalTime?.start && (
          <>
            <dt>For</dt>
            <dd>
              <Moment at={run.nominalTime.start} />
            </dd>
          </>
        )}
        {run.processingEngine && (
          <>
            <dt>Engine</dt>
            <dd>
              {run.processingEngine.name} {run.processingEngine.version}
            </dd>
          </>
        )}
        {run.externalQuery?.id && (
          <>
            <dt>Query</dt>
            <dd>
              {run.externalQuery.id} {run.externalQuery.source && `in ${run.externalQuery.source}`}
            </dd>
          </>
        )}
        {run.externalUrl && (
          <>
            <dt>Producer</dt>
            <dd>
              <OutLink url={run.externalUrl}>its page</OutLink>
            </dd>
          </>
        )}
        {run.warnings.length > 0 && (
          <>
            <dt>Repairs</dt>
            <dd>{run.warnings.join(', ')}</dd>
          </>
        )}
      </dl>
    </Card>
  )
}

function States({ run }: { run: Run }) {
  const states = run.state?.flatMap((state) => (state ? [state] : [])) ?? []
  return (
    <Card title="Its events" note="newest first" isOfNow="arrivals">
      {states.length === 0 ? (
        <Empty>No event tells a state of it.</Empty>
      ) : (
        <ul className="rows">
          {states.map((state) => (
            <li key={`${state.timestampMillis} ${state.status} ${state.attempt}`}>
              <span className="what">
                <Badge word={state.result?.resultType ?? state.status ?? 'UNKNOWN'} />
                {state.attempt !== null && state.attempt > 1 && <span className="kind">attempt {state.attempt}</span>}
                {state.result?.nativeResultType && <span className="kind">{state.result.nativeResultType}</span>}
              </span>
              <span className="when">
                <Moment at={state.timestampMillis} />
                {state.durationMillis !== null && (
                  <>
                    {' · '}
                    <Duration millis={state.durationMillis} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Sql({ run }: { run: Run }) {
  const value = run.sql?.value
  const query = typeof value === 'object' && value !== null && 'query' in value ? String(value.query) : null
  if (query === null) return null
  return (
    <Card title="SQL" isOfNow>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reachable by keyboard */}
      <pre tabIndex={0}>{query}</pre>
    </Card>
  )
}
