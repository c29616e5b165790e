import { DatasetPage } from 'virtual:documents'
import { useMemo } from 'react'
import { changed } from '../address/address'
import { useAddress } from '../address/useAddress'
import type { DatasetPageQuery, WriteFragment } from '../api/types'
import { useAnswer } from '../api/useAnswer'
import { liveFilter } from '../entities/live'
import { nameOf } from '../entities/names'
import { onStrip, runName, stateOf } from '../entities/run'
import { useShowOnStrip } from '../time/strip'
import { Badge } from '../ui/Badge'
import { Card, Empty } from '../ui/Card'
import { Link, ThingLink } from '../ui/Link'
import { Duration, Moment } from '../ui/Moment'
import { Tabs } from '../ui/Tabs'
import { View } from '../ui/View'
import { counted } from '../ui/words'
import { Next, Since } from './Effect'
import { Quality } from './Quality'
import { RunList } from './RunList'
import { SeenInputs } from './SeenInputs'
import { ThingList, urnsOf } from './ThingList'
import { Title, Unknown } from './Title'
import { useMoments, useNews, useRounds } from './useThing'
import { Versions } from './Versions'

type Dataset = NonNullable<DatasetPageQuery['dataset']>

/** A dataset: the run that wrote what it shows, its versions in time, its readers, and what follows. */
export function DatasetView({ urn }: { urn: string }) {
  const [tries, again] = useRounds()
  const news = useNews(liveFilter(urn))
  const round = tries + news.round
  const { at, point, seen, later, withMarks } = useMoments(round)
  const asked = useAnswer(DatasetPage, { urn, at, point, seen, later, withMarks }, round)
  const dataset = asked.answer?.data.dataset
  const writes = useMemo(() => (dataset ? writesOf(dataset) : null), [dataset])
  const strip = useMemo(
    () => (dataset && writes ? onStrip([...writes, ...(dataset.marks?.nodes ?? [])]) : null),
    [dataset, writes],
  )
  useShowOnStrip(urn, strip)
  return (
    <View name="dataset" title={nameOf(urn)} asked={asked} again={again}>
      {(data) => (
        <>
          <Title urn={urn} under={<Description dataset={data.dataset} />} />
          {data.dataset?.exists === false && <Unknown urn={urn} />}
          <Tabs />
          {data.dataset?.exists && (
            <div className="stack">
              <div className="columns">
                <div className="stack">
                  <Shown dataset={data.dataset} before={writeBefore(writes ?? [], data.dataset.shown?.run.urn)} />
                  <Since impact={data.impact} />
                </div>
                <div className="stack">
                  <Card title="What the writer read">
                    {data.dataset.shown ? (
                      <SeenInputs inputs={data.dataset.shown.inputs} />
                    ) : (
                      <Empty>No writer is known.</Empty>
                    )}
                  </Card>
                  <Next impact={data.impact} />
                </div>
              </div>
              <Versions
                urn={urn}
                writes={writes ?? []}
                total={data.dataset.writers?.totalCount ?? 0}
                totalLater={data.dataset.later?.totalCount ?? 0}
                shown={data.dataset.shown?.run.urn}
              />
              <div className="columns">
                <Card title="Readers" note={counted(data.dataset.readers?.totalCount ?? 0, 'run')}>
                  {data.dataset.readers?.nodes.length ? (
                    <RunList runs={data.dataset.readers.nodes.slice(0, 12)} changed={news.changed} />
                  ) : (
                    <Empty>No known run has read it by then.</Empty>
                  )}
                </Card>
                <div className="stack">
                  <Card title="Jobs and data before" isOfNow>
                    <ThingList
                      urns={urnsOf(data.dataset.writingJobs?.relationships)}
                      none="Nothing is known before it."
                    />
                  </Card>
                  <Card title="Jobs and data after" isOfNow>
                    <ThingList
                      urns={urnsOf(data.dataset.readingJobs?.relationships)}
                      none="Nothing is known after it."
                    />
                  </Card>
                  <Columns dataset={data.dataset} />
                </div>
              </div>
            </div>
          )}
        </>
      )}
    </View>
  )
}

function Shown({ dataset, before }: { dataset: Dataset; before: string | undefined }) {
  const address = useAddress()
  const { shown } = dataset
  if (!shown && address.knownAt !== undefined) {
    return (
      <Card title="Who wrote what it shows">
        <Empty>
          No write of it had arrived in this store by then, whenever its runs were. Move “Known at” to a later moment.
        </Empty>
      </Card>
    )
  }
  if (!shown) {
    return (
      <Card title="Who wrote what it shows">
        <Empty>
          It shows no write of a known run at this moment. The table leads to its reads; its jobs are below.
        </Empty>
      </Card>
    )
  }
  return (
    <Card title="Who wrote what it shows">
      <p className="buttons">
        <ThingLink urn={shown.run.urn}>{runName(shown.run)}</ThingLink> <Badge word={stateOf(shown.run)} />
      </p>
      <dl className="facts">
        <dt>Written</dt>
        <dd>
          <Moment at={shown.at} />
        </dd>
        <dt>The run took</dt>
        <dd>
          <Duration millis={shown.run.stateAt?.durationMillis} />
          {shown.attempt > 1 && `, attempt ${shown.attempt}`}
        </dd>
        {shown.nativeVersion && (
          <>
            <dt>Version</dt>
            <dd>{shown.nativeVersion}</dd>
          </>
        )}
        {shown.run.parentTemplate && (
          <>
            <dt>Job</dt>
            <dd>
              <ThingLink urn={shown.run.parentTemplate.urn} />
            </dd>
          </>
        )}
      </dl>
      {shown.run.anomalies.map((anomaly) => (
        <p key={anomaly.sentence} className="message tone-failure">
          {anomaly.sentence}
        </p>
      ))}
      <Quality items={shown.quality ?? []} />
      {before && (
        <p className="buttons">
          <Link className="button" to={changed(address, { tab: 'compare', right: before })}>
            Compare with the write before
          </Link>
        </p>
      )}
      {shown.possiblyDestroyedBy?.map((write) => (
        <p key={write.run.urn} className="message tone-stale">
          <Badge word="POSSIBLE" /> destroyed by <ThingLink urn={write.run.urn}>{runName(write.run)}</ThingLink>, whose
          write began <Moment at={write.at} /> and did not succeed.
        </p>
      ))}
    </Card>
  )
}

function Description({ dataset }: { dataset: Dataset | null }) {
  const text = dataset?.openlineage?.documentation?.description ?? dataset?.properties?.description
  const owners = dataset?.openlineage?.owners.flatMap((owner) => owner.name ?? []) ?? []
  return (
    <>
      {text && <p className="lead">{text}</p>}
      {owners.length > 0 && <p className="note">Owned by {owners.join(', ')}</p>}
      {dataset?.aliases.map((alias) => (
        <p key={alias.urn} className="note">
          Also <ThingLink urn={alias.urn} />
        </p>
      ))}
    </>
  )
}

function Columns({ dataset }: { dataset: Dataset }) {
  const address = useAddress()
  const fields = dataset.openlineage?.schemaFields ?? []
  if (fields.length === 0) return null
  return (
    <Card title="Columns" isOfNow note={`${fields.length}`}>
      <div className="scroll">
        <table>
          <caption className="unseen">Columns with types</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Type</th>
              <th scope="col">Description</th>
            </tr>
          </thead>
          <tbody>
            {fields.slice(0, 100).map((field) => (
              <tr key={field.name}>
                <td>
                  {field.name && (
                    <Link to={changed(address, { tab: 'graph', columns: [field.name] })}>{field.name}</Link>
                  )}
                </td>
                <td>{field.type}</td>
                <td>{field.description}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

/** The last successful write before the one that is shown. */
function writeBefore(writes: readonly WriteFragment[], shown: string | undefined): string | undefined {
  const place = writes.findIndex((write) => write.urn === shown)
  return writes.slice(0, Math.max(place, 0)).findLast((write) => stateOf(write) === 'SUCCESS')?.urn
}

/** The writes before and after the moment, oldest first, each once. */
function writesOf(dataset: Dataset) {
  const writes = [...(dataset.writers?.nodes ?? []).toReversed(), ...(dataset.later?.nodes ?? [])]
  return [...new Map(writes.map((write) => [write.urn, write])).values()]
}
