import { isoOf } from '../time/format'
import type { Row } from './rows'

const HEADINGS = ['effect', 'job', 'state', 'began_utc', 'seconds', 'steps_away', 'note', 'urn']

function cellsOf(row: Row): string[] {
  return [
    row.effects.join(' '),
    row.name,
    row.state,
    row.start === null ? '' : isoOf(row.start),
    row.durationMillis === null ? '' : String(row.durationMillis / 1000),
    row.steps === null ? '' : String(row.steps),
    row.note,
    row.urn,
  ]
}

/** Rows as CSV. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function toCsv(rows: readonly Row[]): string {
  const quoted = (cell: string) => `"${(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`
  return `${[HEADINGS, ...rows.map(cellsOf)].map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`
}

/** Rows as a table in Markdown. */
export function toMarkdown(rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`
  return `${[line(HEADINGS), line(HEADINGS.map(() => '---')), ...rows.map((row) => line(cellsOf(row)))].join('\n')}\n`
}

const escaped = (cell: string): string =>
  cell.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').replaceAll('<', '&lt;')
