import { Path } from 'virtual:documents'
import { useMemo } from 'react'
import { changed } from '../address/address'
import { useAddress } from '../address/useAddress'
import type { PathQuery } from '../api/types'
import { useAnswer } from '../api/useAnswer'
import { nameOf } from '../entities/names'
import { nameIfRun, newestRuns, onStrip, runName, startOf, stateOf } from '../entities/run'
import { pointAt, scopeOf } from '../entities/start'
import { useShowOnStrip } from '../time/strip'
import { Badge } from '../ui/Badge'
import { Card, Empty } from '../ui/Card'
import { Link, ThingLink } from '../ui/Link'
import { Moment } from '../ui/Moment'
import { Tabs } from '../ui/Tabs'
import { View } from '../ui/View'
import { Title } from './Title'
import { useMoments, useRounds } from './useThing'

/** The shortest path between a thing and another, run by run: the reason why one is in the answer of the other. */
export function PathView({ urn }: { urn: string }) {
  const address = useAddress()
  const { to: other = urn, direction } = address
  const [tries, again] = useRounds()
  const { point } = useMoments(tries)
  const near = pointAt(urn, address)
  const [from, to] = direction === 'UPSTREAM' ? [{ urn: other }, near] : [near, { urn: other }]
  const asked = useAnswer(Path, { urn, from, to, point, ...scopeOf(urn, address) }, tries)
  return (
    <View
      name="path"
      title={`Path from ${nameOf(from.urn)} to ${nameOf(to.urn)}`}
      asked={asked}
      again={again}
      essential={['pathBetween']}
    >
      {(data) => (
        <>
          <Title urn={urn} name={nameIfRun(data.strip)} />
          <Tabs />
          <Steps answer={data} from={from.urn} to={to.urn} />
        </>
      )}
    </View>
  )
}

type StepsProps = { answer: PathQuery; from: string; to: string }

function Steps({ answer: { strip, pathBetween: found }, from, to }: StepsProps) {
  const address = useAddress()
  useShowOnStrip(
    address.urn ?? '',
    useMemo(
      () => onStrip([...newestRuns(strip), ...(found?.path ?? []).flatMap(({ run }) => run ?? [])]),
      [strip, found],
    ),
  )
  if (found === null) return null // The view tells why there is no answer.
  const steps = found.path ?? []
  const { length } = found
  return (
    <Card
      title={`From ${nameOf(from)} to ${nameOf(to)}`}
      note={
        steps.length > 0 && `a shortest path, ${length} runs and versions${length > steps.length ? ', the last' : ''}`
      }
    >
      {found.isAffected ? (
        <>
          <p className="buttons">
            {found.kind && <Badge word={found.kind} />}
            {found.certainty === 'POSSIBLE' && <Badge word="POSSIBLE" />}
          </p>
          <ol className="rows">
            {steps.map((step) => (
              <Step key={`${step.run?.urn} ${step.version?.asset.urn} ${step.version?.at}`} step={step} />
            ))}
          </ol>
        </>
      ) : (
        <Empty>
          {found.isAffected === false ? 'No path is certain at this moment.' : 'The search took too long.'}{' '}
          {found.possibleBeyond && address.certainty === undefined && (
            <Link to={changed(address, { certainty: 'POSSIBLE' })}>Add what is possible</Link>
          )}
        </Empty>
      )}
    </Card>
  )
}

type PathStep = NonNullable<NonNullable<PathQuery['pathBetween']>['path']>[number]

function Step({ step: { run, version } }: { step: PathStep }) {
  if (run) {
    return (
      <li>
        <span className="what">
          <span className="kind">run</span> <ThingLink urn={run.urn}>{runName(run)}</ThingLink>
          <Badge word={stateOf(run)} />
        </span>
        <span className="when">
          <Moment at={startOf(run)} />
        </span>
      </li>
    )
  }
  if (!version) return null
  return (
    <li>
      <span className="what">
        <span className="kind">{version.isOpen ? 'unfinished write' : 'version'}</span>{' '}
        <ThingLink urn={version.asset.urn} />
      </span>
      <span className="when">
        <Moment at={version.at} />
      </span>
    </li>
  )
}
