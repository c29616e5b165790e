import { Table } from 'virtual:documents'
import { useId, useMemo } from 'react'
import { changed } from '../address/address'
import { change, useAddress } from '../address/useAddress'
import type { TableQuery, TableQueryVariables } from '../api/types'
import { useAnswer } from '../api/useAnswer'
import { liveFilter } from '../entities/live'
import { nameOf } from '../entities/names'
import { nameIfRun, newestRuns, onStrip } from '../entities/run'
import { startAt } from '../entities/start'
import { ColumnChoice } from '../graph/ColumnChoice'
import { toCsv, toMarkdown } from '../table/export'
import { RowTable } from '../table/RowTable'
import { arranged, printOrder, readOrder, rowsOf } from '../table/rows'
import { useShowOnStrip } from '../time/strip'
import { Empty } from '../ui/Card'
import { type CopyItem, CopyMenu } from '../ui/Copy'
import { Link } from '../ui/Link'
import { Tabs } from '../ui/Tabs'
import { View } from '../ui/View'
import { counted } from '../ui/words'
import { Legend } from './Legend'
import { StartNote } from './StartNote'
import { Title } from './Title'
import { drawingOf, questionItems } from './takeAlong'
import { Unwritten } from './Unwritten'
import { useMoments, useNews, useRounds } from './useThing'
import { Within } from './Within'

const AT_RISK = 'AT_RISK'

/** Impact or provenance as a table: the same answer as the graph, for reading, sorting and taking along. */
export function TableView({ urn }: { urn: string }) {
  const address = useAddress()
  const [tries, again] = useRounds()
  const news = useNews(liveFilter(urn))
  const { point } = useMoments(tries + news.round)
  const variables: TableQueryVariables = {
    ...startAt(urn, address),
    direction: address.direction ?? 'DOWNSTREAM',
    point,
  }
  const asked = useAnswer(Table, variables, tries + news.round)
  return (
    <View name="table" title={`Table of ${nameOf(urn)}`} asked={asked} again={again} essential={['impact']}>
      {(data) => (
        <>
          <Title urn={urn} name={nameIfRun(data.strip)} />
          <Tabs />
          <StartNote urn={urn} />
          {data.impact ? (
            <Rows impact={data.impact} strip={data.strip} variables={variables} changed={news.changed} />
          ) : (
            <Empty>The answer took too long. Ask as of an earlier moment, or begin at a later thing.</Empty>
          )}
        </>
      )}
    </View>
  )
}

type RowsProps = {
  impact: NonNullable<TableQuery['impact']>
  strip: TableQuery['strip']
  variables: TableQueryVariables
  changed: ReadonlySet<string>
}

function Rows({ impact, strip, variables, changed: fresh }: RowsProps) {
  const address = useAddress()
  const id = useId()
  const { filter = '', sort } = address
  const order = useMemo(() => readOrder(sort), [sort])
  const all = useMemo(() => rowsOf(impact), [impact])
  const rows = useMemo(() => arranged(all, filter, order), [all, filter, order])
  useShowOnStrip(
    variables.urn,
    useMemo(() => onStrip([...newestRuns(strip), ...(impact.runs?.runs ?? []).map(({ run }) => run)]), [strip, impact]),
  )
  const isUp = variables.direction === 'UPSTREAM'
  const isPossible = variables.certainty === 'POSSIBLE'
  return (
    <>
      <div className="tools">
        <span className="buttons">
          <Link className="button" aria-current={!isUp} to={changed(address, { direction: undefined })}>
            What it reached
          </Link>
          <Link className="button" aria-current={isUp} to={changed(address, { direction: 'UPSTREAM' })}>
            Where it came from
          </Link>
        </span>
        <Link className="button" to={changed(address, { certainty: isPossible ? undefined : 'POSSIBLE' })}>
          {isPossible ? 'Only what is certain' : 'Add what is possible'}
        </Link>
        <span className="buttons">
          <label htmlFor={id} className="note">
            Filter
          </label>
          <input
            id={id}
            className="field"
            value={filter}
            onChange={({ target }) => change({ filter: target.value || undefined }, { replace: true })}
            placeholder="such as at_risk orders"
          />
        </span>
        <ColumnChoice start={strip} />
        <CopyMenu items={itemsOf(rows, variables)} />
      </div>
      {(impact.truncated || impact.possibleBeyond) && (
        <p className="message tone-stale" role="status">
          {impact.truncated ? 'The answer was cut: there is more than this. ' : ''}
          {impact.possibleBeyond && !isPossible && (
            <>
              More is not ruled out: <Link to={changed(address, { certainty: 'POSSIBLE' })}>add what is possible</Link>.
            </>
          )}
        </p>
      )}
      <Unwritten start={impact} />
      <Within runs={impact.runsWithin} isAsked={variables.containment} />
      <Legend effects={all.flatMap((row) => row.effects)} />
      {isPossible && !all.some((row) => row.effects.includes('POSSIBLE')) && (
        <p className="note spaced">
          All runs that are shown are certain. The graph also shows writes that have not ended.
        </p>
      )}
      {all.length === 0 ? (
        <Empty>
          {isUp
            ? 'No known run stands before it.'
            : impact.startTotal === 0
              ? 'Nothing to follow at this moment.'
              : 'No run has read it, and no job would next.'}
        </Empty>
      ) : (
        <RowTable
          caption={
            <>
              {captionOf(rows.length, all.length, impact)}{' '}
              {filter !== AT_RISK && all.some((row) => row.effects.includes(AT_RISK)) && (
                <Link to={changed(address, { filter: AT_RISK })}>Only jobs at risk</Link>
              )}
              {filter !== '' && <Link to={changed(address, { filter: undefined })}> All rows</Link>}
            </>
          }
          rows={rows}
          order={order}
          onOrder={(wanted) => change({ sort: printOrder(wanted) }, { replace: true })}
          changed={fresh}
        />
      )}
    </>
  )
}

function captionOf(shown: number, all: number, impact: NonNullable<TableQuery['impact']>): string {
  const runs = impact.runs?.total ?? 0
  const known = impact.runs?.runs.length ?? 0
  const cut = runs > known ? ` The nearest ${known.toLocaleString()} of ${runs.toLocaleString()} runs are listed.` : ''
  return shown === all
    ? `${counted(runs, 'run')}, and ${counted(all - known, 'job')} at risk.${cut}`
    : `${shown.toLocaleString()} of ${counted(all, 'row')} match.${cut}`
}

function itemsOf(rows: Parameters<typeof toCsv>[0], variables: TableQueryVariables): CopyItem[] {
  return [
    { label: 'CSV', text: () => toCsv(rows), file: 'lineage.csv' },
    { label: 'Markdown', text: () => toMarkdown(rows) },
    { label: 'Mermaid', text: () => drawingOf({ ...variables, format: 'MERMAID' }) },
    { label: 'SVG', text: () => drawingOf({ ...variables, format: 'SVG' }), file: 'lineage.svg' },
    ...questionItems(variables, Table.text),
  ]
}
