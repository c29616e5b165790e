import { JobPage } from 'virtual:documents'
import { useMemo } from 'react'
import type { JobPageQuery } from '../api/types'
import { useAnswer } from '../api/useAnswer'
import { liveFilter } from '../entities/live'
import { nameOf } from '../entities/names'
import { onStrip, runName, startOf } from '../entities/run'
import { useShowOnStrip } from '../time/strip'
import { Card, Empty } from '../ui/Card'
import { ThingLink } from '../ui/Link'
import { Moment } from '../ui/Moment'
import { Tabs } from '../ui/Tabs'
import { View } from '../ui/View'
import { Days, Durations } from './Durations'
import { RunList } from './RunList'
import { ThingList, urnsOf } from './ThingList'
import { Title, Unknown } from './Title'
import { useMoments, useNews, useRounds } from './useThing'

type Job = NonNullable<JobPageQuery['dataJob']>

const MOST_LISTED = 25

/** A job: its runs with their durations, success by day, unusual runs, and its neighbours. */
export function JobView({ urn }: { urn: string }) {
  const [tries, again] = useRounds()
  const news = useNews(liveFilter(urn))
  const { asOf, point, seen, later, withMarks } = useMoments(tries + news.round)
  const asked = useAnswer(
    JobPage,
    { urn, asOf, point, seen, later, withMarks, isPast: asOf !== null },
    tries + news.round,
  )
  const asJob = asked.answer?.data.dataJob
  const strip = useMemo(
    () =>
      asJob ? onStrip([asJob.runsConnection, asJob.later, asJob.marks].flatMap((list) => list?.nodes ?? [])) : null,
    [asJob],
  )
  useShowOnStrip(urn, strip)
  return (
    <View name="job" title={nameOf(urn)} asked={asked} again={again}>
      {({ dataJob: job }) => (
        <>
          <Title
            urn={urn}
            over={job?.dataFlow && <FlowLink urn={job.dataFlow.urn} />}
            under={job && <About job={job} />}
          />
          {job?.exists === false && <Unknown urn={urn} />}
          <Tabs />
          {job?.exists && <Parts job={job} changed={news.changed} />}
        </>
      )}
    </View>
  )
}

function Parts({ job, changed }: { job: Job; changed: ReadonlySet<string> }) {
  const runs = job.runsConnection?.nodes ?? []
  const total = job.runsConnection?.totalCount ?? 0
  return (
    <div className="stack">
      <div className="columns">
        <Durations runs={runs} />
        <Days runs={runs} total={total} />
      </div>
      <div className="columns">
        <Card title="Runs" note={total > MOST_LISTED ? `the newest ${MOST_LISTED} of ${total}` : `${total}`}>
          {runs.length > 0 ? (
            <RunList runs={runs.slice(0, MOST_LISTED)} changed={changed} />
          ) : (
            <Empty>No run has begun by then.</Empty>
          )}
        </Card>
        <div className="stack">
          <Anomalies job={job} />
          <Card title="Jobs and data before" isOfNow>
            <ThingList
              urns={urnsOf(job.before?.relationships)}
              total={job.before?.total ?? 0}
              none="Nothing is known before it."
            />
          </Card>
          <Card title="Jobs and data after" isOfNow>
            <ThingList
              urns={urnsOf(job.after?.relationships)}
              total={job.after?.total ?? 0}
              none="Nothing is known after it."
            />
          </Card>
          <Order job={job} />
          <Sql job={job} />
        </div>
      </div>
    </div>
  )
}

function FlowLink({ urn }: { urn: string }) {
  return (
    <span>
      · in <ThingLink urn={urn} />
    </span>
  )
}

function About({ job }: { job: Job }) {
  const { openlineage: facts } = job
  const text = facts?.documentation?.description ?? job.properties?.description
  const owners = facts?.owners.flatMap((owner) => owner.name ?? []) ?? []
  const kind = [facts?.jobType?.integration, facts?.jobType?.jobType, facts?.jobType?.processingType]
    .filter(Boolean)
    .join(', ')
  const code = facts?.sourceCodeLocation
  return (
    <>
      {text && <p className="lead">{text}</p>}
      <p className="note">
        {[kind, owners.length > 0 ? `owned by ${owners.join(', ')}` : ''].filter(Boolean).join(' · ')}
        {code?.url && (
          <>
            {' · '}
            <OutLink url={code.url}>source code</OutLink>
          </>
        )}
      </p>
    </>
  )
}

/** A link to another site, if its address is one that a browser may open. */
export function OutLink({ url, children }: { url: string; children: string }) {
  return /^https?:\/\//i.test(url) ? (
    <a href={url} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    <code>{url}</code>
  )
}

function Anomalies({ job }: { job: Job }) {
  const unusual = job.anomalies
  // Figures come with the end of a run.
  const runs = unusual?.runs.filter(({ run }) => run.stateAt?.status === 'COMPLETE') ?? []
  return (
    <Card title="Unusual runs" note={unusual ? `of the newest ${unusual.checked}` : undefined}>
      {runs.length > 0 ? (
        <ul className="rows">
          {runs.map(({ run, anomalies }) => (
            <li key={run.urn}>
              <span className="what">
                <ThingLink urn={run.urn}>{runName(run)}</ThingLink>
                <span className="kind">{anomalies.map((anomaly) => anomaly.reason).join(', ')}</span>
              </span>
              <span className="when">
                <Moment at={startOf(run)} />
              </span>
              <span className="under">{anomalies[0]?.sentence}</span>
            </li>
          ))}
        </ul>
      ) : (
        <Empty>No run is unlike the earlier ones.</Empty>
      )}
    </Card>
  )
}

function Order({ job }: { job: Job }) {
  if (job.upstreamJobs.length + job.downstreamJobs.length === 0) return null
  return (
    <Card title="Declared order" isOfNow>
      <h3>Before it</h3>
      <ThingList urns={job.upstreamJobs.map((link) => link.job.urn)} none="No job." />
      <h3>After it</h3>
      <ThingList urns={job.downstreamJobs.map((link) => link.job.urn)} none="No job." />
    </Card>
  )
}

function Sql({ job }: { job: Job }) {
  const query = job.openlineage?.sql?.query
  if (!query) return null
  return (
    <Card title="SQL" isOfNow note={job.openlineage?.sql?.dialect}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reachable by keyboard */}
      <pre tabIndex={0}>{query}</pre>
    </Card>
  )
}
