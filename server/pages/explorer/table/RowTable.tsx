import { type ReactNode, useState } from 'react'
import { changed } from '../address/address'
import { useAddress } from '../address/useAddress'
import { Badge } from '../ui/Badge'
import { Link, ThingLink } from '../ui/Link'
import { Duration, Moment } from '../ui/Moment'
import { COLUMNS, type Column, type Order, type Row } from './rows'

const PAGE = 100

type RowTableProps = {
  caption: ReactNode
  rows: readonly Row[]
  order: Order | null
  onOrder: (order: Order) => void
  changed: ReadonlySet<string>
}

/** Rows with headings that sort, 100 at first. */
export function RowTable({ caption, rows, order, onOrder, changed: fresh }: RowTableProps) {
  const address = useAddress()
  const [most, setMost] = useState(PAGE)
  const sortBy = (column: Column) => onOrder({ column, isDescending: order?.column === column && !order.isDescending })
  return (
    <div className="card wide scroll">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {COLUMNS.map(([column, heading]) => (
              <th
                key={column}
                scope="col"
                className={isNumber(column) ? 'number' : undefined}
                aria-sort={sortOf(order, column)}
              >
                <button type="button" onClick={() => sortBy(column)}>
                  {heading}{' '}
                  <span aria-hidden="true">{order?.column === column ? (order.isDescending ? '▾' : '▴') : '↕'}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map((row) => (
            <tr key={row.key}>
              <td>
                <span className="buttons">
                  {row.effects.map((effect) => (
                    <Badge key={effect} word={effect} />
                  ))}
                  {fresh.has(row.urn) && <span className="badge tone-accent">new</span>}
                </span>
              </td>
              <td>
                <ThingLink urn={row.urn}>{row.name}</ThingLink>
                {row.note && <div className="note">{row.note}</div>}
                {row.steps !== null && (
                  <Link
                    className="note why"
                    to={changed(address, { tab: 'path', to: row.urn })}
                    aria-label={`why ${row.name} is here`}
                  >
                    why
                  </Link>
                )}
              </td>
              <td>{row.state && <Badge word={row.state} />}</td>
              <td className="number">{row.start !== null && <Moment at={row.start} />}</td>
              <td className="number">{row.durationMillis !== null && <Duration millis={row.durationMillis} />}</td>
              <td className="number">{row.steps}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > most && (
        <p>
          <button type="button" className="button" onClick={() => setMost(most + 10 * PAGE)}>
            Show more of {rows.length.toLocaleString()}
          </button>
        </p>
      )}
    </div>
  )
}

const isNumber = (column: Column): boolean => column === 'start' || column === 'durationMillis' || column === 'steps'

function sortOf(order: Order | null, column: Column): 'ascending' | 'descending' | 'none' {
  if (order?.column !== column) return 'none'
  return order.isDescending ? 'descending' : 'ascending'
}
