import type { TableQuery } from '../api/types'
import { nameOf } from '../entities/names'
import { readWords } from '../entities/risk'
import { runName, startOf, stateOf } from '../entities/run'

/** A row of the table: a run that an answer reached, or a job that would be next. */
export type Row = {
  readonly key: string
  readonly effects: readonly string[]
  readonly name: string
  readonly urn: string
  readonly state: string
  readonly start: number | null
  readonly durationMillis: number | null
  readonly steps: number | null
  readonly note: string
}

export type Column = 'effects' | 'name' | 'state' | 'start' | 'durationMillis' | 'steps'

/** The columns with their headings. */
export const COLUMNS: readonly (readonly [Column, string])[] = [
  ['effects', 'Effect'],
  ['name', 'Job'],
  ['state', 'State'],
  ['start', 'Began'],
  ['durationMillis', 'Took'],
  ['steps', 'Steps away'],
]

export type Order = { readonly column: Column; readonly isDescending: boolean }

/** Read an order as the address has it: `start`, or `-start` for descending. Null: the order of the answer. */
export function readOrder(text: string | undefined): Order | null {
  const found = COLUMNS.find(([column]) => text === column || text === `-${column}`)
  return found && text !== undefined ? { column: found[0], isDescending: text.startsWith('-') } : null
}

/** Write an order for the address. */
export const printOrder = ({ column, isDescending }: Order): string => `${isDescending ? '-' : ''}${column}`

/** The rows of an answer: runs nearest first, then jobs at risk. */
export function rowsOf(impact: NonNullable<TableQuery['impact']>): Row[] {
  const runs = (impact.runs?.runs ?? []).map(({ run, kinds, certainty, depth }): Row => {
    const effects = kinds.map(({ kind }): string => kind)
    if (certainty === 'POSSIBLE') effects.push('POSSIBLE')
    return {
      key: run.urn,
      effects,
      name: runName(run),
      urn: run.urn,
      state: stateOf(run),
      start: startOf(run),
      durationMillis: run.stateAt?.durationMillis ?? null,
      steps: depth,
      note: '',
    }
  })
  const risks = Map.groupBy(impact.atRisk ?? [], (risk) => risk.template.urn)
  const jobs = [...risks].map(([urn, reads]): Row => {
    return {
      key: `next ${urn}`,
      effects: ['AT_RISK'],
      name: nameOf(urn),
      urn,
      state: '',
      start: reads[0]?.latestRun.created?.time ?? null,
      durationMillis: null,
      steps: null,
      note: readWords(reads),
    }
  })
  return [...runs, ...jobs]
}

/** The rows that hold all words of a filter, in an order; ties keep their places. */
export function arranged(rows: readonly Row[], filter: string, order: Order | null): Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const kept = rows.filter((row) => {
    const text = `${row.effects.join(' ')} ${row.name} ${row.state} ${row.note} ${row.urn}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  if (order === null) return kept
  const { column, isDescending } = order
  return kept.sort((a, b) => compare(a[column], b[column], isDescending))
}

/** Rows without a value come last in both directions. */
function compare(a: Row[Column], b: Row[Column], isDescending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
  return isDescending ? -order : order
}
