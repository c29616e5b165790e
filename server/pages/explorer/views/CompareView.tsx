import { Compare } from 'virtual:documents'
import { useId, useMemo } from 'react'
import { change, useAddress } from '../address/useAddress'
import type { CompareQuery, LineagePoint, RunOnStripFragment } from '../api/types'
import { useAnswer } from '../api/useAnswer'
import { kindOf, nameOf } from '../entities/names'
import { endOf, nameIfRun, onStrip, runName, startOf, stateOf } from '../entities/run'
import { showMoment } from '../time/format'
import { MomentField } from '../time/MomentField'
import { useShowOnStrip } from '../time/strip'
import { Empty } from '../ui/Card'
import { Tabs } from '../ui/Tabs'
import { View } from '../ui/View'
import { Difference } from './Difference'
import { Title } from './Title'
import { useMoments, useRounds } from './useThing'

const NONE: readonly RunOnStripFragment[] = []

/** Two moments of data, or two runs, side by side. */
export function CompareView({ urn }: { urn: string }) {
  const { left: first, right } = useAddress()
  const [tries, again] = useRounds()
  const { at, point, seen } = useMoments(tries)
  const isData = kindOf(urn) === 'dataset' || kindOf(urn) === 'model'
  const left = isData ? { urn, at } : kindOf(urn) === 'run' ? { urn } : first ? { urn: first } : null
  const other = right === undefined ? null : otherPoint(urn, right, isData)
  const asked = useAnswer(
    Compare,
    {
      urn,
      left: left ?? { urn },
      right: other ?? { urn },
      isChosen: left !== null && other !== null,
      point: isData ? { knownAt: point.knownAt } : point,
      seen,
    },
    tries,
  )
  const choices = asked.answer ? choicesOf(asked.answer.data) : null
  useShowOnStrip(
    `compare ${urn}`,
    useMemo(() => (choices ? onStrip(choices) : null), [choices]),
  )
  return (
    <View name="compare" title={`Comparison of ${nameOf(urn)}`} asked={asked} again={again}>
      {(data) => (
        <>
          <Title urn={urn} name={nameIfRun(data.choices)} />
          <Tabs />
          <Choice urn={urn} runs={choices ?? NONE} isData={isData} />
          {data.lineageDiff ? (
            <Difference difference={data.lineageDiff} />
          ) : (
            <Empty>
              {isData
                ? 'Choose a second moment, such as before the bad write. The first is the moment of the time bar.'
                : 'Choose two runs, such as the last good one and the first bad one.'}
            </Empty>
          )}
        </>
      )}
    </View>
  )
}

function otherPoint(urn: string, right: string, isData: boolean): LineagePoint {
  if (!right.startsWith('urn:')) return { urn, at: right }
  return isData ? { urn, madeBy: right } : { urn: right }
}

function Choice({ urn, runs, isData }: { urn: string; runs: readonly RunOnStripFragment[]; isData: boolean }) {
  const { asOf, left, right } = useAddress()
  const chosenMoment = right?.startsWith('urn:') ? undefined : right
  return (
    <div className="tools">
      {isData && <span>{asOf ? showMoment(Date.parse(asOf)) : 'Now'} beside</span>}
      {kindOf(urn) === 'run' && <span>This run beside</span>}
      {!isData && kindOf(urn) !== 'run' && (
        <RunChoice label="First" runs={runs} value={left} onChange={(run) => change({ left: run })} />
      )}
      {isData && (
        <MomentField
          label="Moment"
          value={chosenMoment}
          empty="choose"
          onChange={(moment) => change({ right: moment })}
        />
      )}
      <RunChoice
        label={isData ? 'or as written by' : 'Second'}
        runs={runs.filter((run) => run.urn !== urn)}
        value={right?.startsWith('urn:') ? right : undefined}
        onChange={(run) => change({ right: run })}
      />
    </div>
  )
}

type RunChoiceProps = {
  label: string
  runs: readonly RunOnStripFragment[]
  value: string | undefined
  onChange: (urn: string | undefined) => void
}

function RunChoice({ label, runs, value, onChange }: RunChoiceProps) {
  const id = useId()
  const known = value === undefined || runs.some((run) => run.urn === value)
  return (
    <span className="buttons">
      <label htmlFor={id} className="note">
        {label}
      </label>
      <select
        id={id}
        className="field"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        <option value="">choose a run</option>
        {!known && <option value={value}>{nameOf(value)}</option>}
        {runs.map((run) => (
          <option key={run.urn} value={run.urn}>
            {showMoment(endOf(run) ?? startOf(run) ?? 0)} · {runName(run)} · {stateOf(run)}
          </option>
        ))}
      </select>
    </span>
  )
}

function choicesOf({ choices }: CompareQuery): readonly RunOnStripFragment[] {
  if (choices === null) return NONE
  if ('writers' in choices) return choices.writers?.nodes ?? NONE
  if ('runsConnection' in choices) return choices.runsConnection?.nodes ?? NONE
  if ('parentTemplate' in choices && choices.parentTemplate && 'runsConnection' in choices.parentTemplate)
    return choices.parentTemplate.runsConnection?.nodes ?? NONE
  return NONE
}
