import { Table } from 'virtual:documents'
import { useMemo } from 'react'
import { changed } from '../address/address'
import { change, useAddress } from '../address/useAddress'
import type { TableQuery, TableQueryVariables } from '../api/types'
import { useAnswer } from '../api/useAnswer'
import { liveFilter } from '../entities/live'
import { nameOf } from '../entities/names'
import { nameIfRun, newestRuns, onStrip } from '../entities/run'
import { startAt } from '../entities/start'
import { toCsv, toMarkdown } from '../table/export'
import { RowTable } from '../table/RowTable'
import { arranged, type Order, printOrder, type Row, readOrder, rowsOf } from '../table/rows'
import { useShowOnStrip } from '../time/strip'
import { Empty } from '../ui/Card'
import { type CopyItem, CopyMenu } from '../ui/Copy'
import { Link } from '../ui/Link'
import { Tabs } from '../ui/Tabs'
import { View } from '../ui/View'
import { counted } from '../ui/words'
import { Legend } from './Legend'
import { StartNote } from './StartNote'
import { TableTools } from './TableTools'
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
          <Answer data={data} variables={variables} changed={news.changed} />
        </>
      )}
    </View>
  )
}

type AnswerProps = { data: TableQuery; variables: TableQueryVariables; changed: ReadonlySet<string> }

/** The controls, and what the answer holds. For an answer with an error, which the view tells, the controls alone. */
function Answer({ data: { impact, strip }, variables, changed: fresh }: AnswerProps) {
  const { filter = '', sort } = useAddress()
  const order = useMemo(() => readOrder(sort), [sort])
  const all = useMemo(() => (impact ? rowsOf(impact) : []), [impact])
  const rows = useMemo(() => arranged(all, filter, order), [all, filter, order])
  useShowOnStrip(
    variables.urn,
    useMemo(
      () => onStrip([...newestRuns(strip), ...(impact?.runs?.runs ?? []).map(({ run }) => run)]),
      [strip, impact],
    ),
  )
  return (
    <>
      <TableTools start={strip}>{impact && <CopyMenu items={itemsOf(rows, variables)} />}</TableTools>
      {impact && <Rows impact={impact} variables={variables} all={all} rows={rows} order={order} changed={fresh} />}
    </>
  )
}

type RowsProps = {
  impact: NonNullable<TableQuery['impact']>
  variables: TableQueryVariables
  all: readonly Row[]
  rows: readonly Row[]
  order: Order | null
  changed: ReadonlySet<string>
}

function Rows({ impact, variables, all, rows, order, changed: fresh }: RowsProps) {
  const address = useAddress()
  const { filter = '' } = address
  const isUp = variables.direction === 'UPSTREAM'
  const isPossible = variables.certainty === 'POSSIBLE'
  return (
    <>
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
