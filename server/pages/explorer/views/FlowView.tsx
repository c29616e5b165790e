import { FlowPage } from 'virtual:documents'
import { useMemo } from 'react'
import { useAnswer } from '../api/useAnswer'
import { liveFilter } from '../entities/live'
import { nameOf } from '../entities/names'
import { onStrip } from '../entities/run'
import { useShowOnStrip } from '../time/strip'
import { Card, Empty } from '../ui/Card'
import { Tabs } from '../ui/Tabs'
import { View } from '../ui/View'
import { Days, Durations } from './Durations'
import { RunList } from './RunList'
import { ThingList, urnsOf } from './ThingList'
import { Title, Unknown } from './Title'
import { useMoments, useNews, useRounds } from './useThing'

const MOST_LISTED = 25

/** A flow: its runs with their durations, success by day, and its jobs. */
export function FlowView({ urn }: { urn: string }) {
  const [tries, again] = useRounds()
  const news = useNews(liveFilter(urn))
  const { asOf, point, seen, later, withMarks } = useMoments(tries + news.round)
  const asked = useAnswer(FlowPage, { urn, point, seen, later, withMarks, isPast: asOf !== null }, tries + news.round)
  const asFlow = asked.answer?.data.dataFlow
  const strip = useMemo(
    () =>
      asFlow ? onStrip([asFlow.runsConnection, asFlow.later, asFlow.marks].flatMap((list) => list?.nodes ?? [])) : null,
    [asFlow],
  )
  useShowOnStrip(urn, strip)
  return (
    <View name="flow" title={nameOf(urn)} asked={asked} again={again}>
      {({ dataFlow: flow }) => {
        const runs = flow?.runsConnection?.nodes ?? []
        const total = flow?.runsConnection?.totalCount ?? 0
        return (
          <>
            <Title
              urn={urn}
              under={flow?.properties?.description && <p className="lead">{flow.properties.description}</p>}
            />
            {flow?.exists === false && <Unknown urn={urn} />}
            <Tabs />
            <div className="stack">
              <div className="columns">
                <Durations runs={runs} />
                <Days runs={runs} total={total} />
              </div>
              <div className="columns">
                <Card title="Runs" note={total > MOST_LISTED ? `the newest ${MOST_LISTED} of ${total}` : `${total}`}>
                  {runs.length > 0 ? (
                    <RunList runs={runs.slice(0, MOST_LISTED)} changed={news.changed} />
                  ) : (
                    <Empty>No run of the flow itself has begun by then. Look at its jobs.</Empty>
                  )}
                </Card>
                <Card title="Jobs" isOfNow note={`${flow?.jobs?.total ?? 0}`}>
                  <ThingList
                    urns={urnsOf(flow?.jobs?.relationships)}
                    total={flow?.jobs?.total ?? 0}
                    none="No job of it is known."
                  />
                </Card>
              </div>
            </div>
          </>
        )
      }}
    </View>
  )
}
