import { ModelPage } from 'virtual:documents'
import { useMemo } from 'react'
import { useAnswer } from '../api/useAnswer'
import { liveFilter } from '../entities/live'
import { nameOf } from '../entities/names'
import { onStrip, runName, stateOf } from '../entities/run'
import { useShowOnStrip } from '../time/strip'
import { Badge } from '../ui/Badge'
import { Card, Empty } from '../ui/Card'
import { ThingLink } from '../ui/Link'
import { Moment } from '../ui/Moment'
import { Tabs } from '../ui/Tabs'
import { View } from '../ui/View'
import { Next, Since } from './Effect'
import { SeenInputs } from './SeenInputs'
import { ThingList, urnsOf } from './ThingList'
import { Title, Unknown } from './Title'
import { useMoments, useNews, useRounds } from './useThing'

/** A model: the run that trained what it shows, what that run read, and what follows. */
export function ModelView({ urn }: { urn: string }) {
  const [tries, again] = useRounds()
  const news = useNews(liveFilter(urn))
  const round = tries + news.round
  const { at, point } = useMoments(round)
  const asked = useAnswer(ModelPage, { urn, at, point }, round)
  const versions = asked.answer?.data.mlModel?.versions
  const strip = useMemo(() => (versions ? onStrip(versions.map((version) => version.run)) : null), [versions])
  useShowOnStrip(urn, strip)
  return (
    <View name="model" title={nameOf(urn)} asked={asked} again={again}>
      {({ mlModel: model, impact }) => (
        <>
          <Title
            urn={urn}
            under={model?.properties?.description && <p className="lead">{model.properties.description}</p>}
          />
          {model?.exists === false && <Unknown urn={urn} />}
          <Tabs />
          {model?.exists && (
            <div className="stack">
              <div className="columns">
                <Card title="Who wrote what it shows">
                  {model.shown ? (
                    <p>
                      <ThingLink urn={model.shown.run.urn}>{runName(model.shown.run)}</ThingLink>{' '}
                      <Badge word={stateOf(model.shown.run)} /> <Moment at={model.shown.at} />
                    </p>
                  ) : (
                    <Empty>No known run had written it by then.</Empty>
                  )}
                </Card>
                <Card title="What the writer read">
                  {model.shown ? <SeenInputs inputs={model.shown.inputs} /> : <Empty>No writer is known.</Empty>}
                </Card>
                <Since impact={impact} />
                <Next impact={impact} />
                <Card title="Jobs and data before" isOfNow>
                  <ThingList urns={urnsOf(model.writingJobs?.relationships)} none="Nothing is known before it." />
                </Card>
                <Card title="Jobs and data after" isOfNow>
                  <ThingList urns={urnsOf(model.readingJobs?.relationships)} none="Nothing is known after it." />
                </Card>
              </div>
            </div>
          )}
        </>
      )}
    </View>
  )
}
