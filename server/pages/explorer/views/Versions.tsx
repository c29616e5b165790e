import { changed } from '../address/address'
import { useAddress } from '../address/useAddress'
import type { WriteFragment } from '../api/types'
import { endOf, runName, startOf, stateOf } from '../entities/run'
import { isoOf, showDay, showMoment } from '../time/format'
import { toneOf } from '../ui/Badge'
import { Card, Empty } from '../ui/Card'
import { Link } from '../ui/Link'
import { counted } from '../ui/words'

type VersionsProps = {
  urn: string
  writes: readonly WriteFragment[]
  /** The number of writes by the moment of the page, and of those after it. */
  total: number
  totalLater: number
  shown: string | undefined
}

/** The versions of a dataset as bars in the order of time, as high as their rows. A click goes to the moment after it. */
export function Versions({ urn, writes, total, totalLater, shown }: VersionsProps) {
  const address = useAddress()
  const bars = writes.map((write) => ({ write, at: endOf(write) ?? startOf(write) ?? 0, rows: rowsOf(write, urn) }))
  const most = bars.reduce((highest, bar) => Math.max(highest, bar.rows ?? 0), 1)
  const counts = bars.some((bar) => bar.rows !== null)
  const until = address.asOf === undefined ? Number.POSITIVE_INFINITY : Date.parse(address.asOf)
  const later = bars.filter(({ at }) => at > until).length
  return (
    <Card title="Versions" note={bars.length > 0 && noteOf(bars.length - later, total, totalLater, counts)}>
      {bars.length === 0 ? (
        <Empty>No known run has written it.</Empty>
      ) : (
        <>
          <ul className="chart">
            {bars.map(({ write, at, rows }) => (
              <li key={write.urn} data-later={at > until}>
                <Link
                  to={changed(address, { asOf: isoOf(at + 1000) })}
                  className={toneOf(stateOf(write))}
                  aria-current={write.urn === shown ? 'true' : undefined}
                  aria-label={labelOf(write, at, rows, write.urn === shown, at > until)}
                  title={labelOf(write, at, rows, write.urn === shown, at > until)}
                >
                  <i style={{ height: `${rows === null ? 30 : Math.max(4, (rows / most) * 100)}%` }} />
                </Link>
              </li>
            ))}
          </ul>
          <div className="axis" aria-hidden="true">
            <span>{showDay(bars[0]?.at ?? 0)}</span>
            <span>{showDay(bars.at(-1)?.at ?? 0)}</span>
          </div>
        </>
      )}
    </Card>
  )
}

/** The number of bars by the moment of the page and after it, of all writes by then. */
function noteOf(byThen: number, total: number, totalLater: number, counts: boolean): string {
  const known = total > byThen ? `the last ${byThen} of ${counted(total, 'write')}` : counted(byThen, 'write')
  const after = totalLater > 0 ? ` by then, ${totalLater.toLocaleString()} later` : ''
  return `${known}${after}; ${counts ? 'height: rows' : 'no event counts rows'}`
}

function labelOf(write: WriteFragment, at: number, rows: number | null, isShown: boolean, isLater: boolean): string {
  const size = rows === null ? '' : `, ${rows.toLocaleString()} rows`
  return `${showMoment(at)}, ${runName(write)}: ${stateOf(write)}${size}${isShown ? ', shown' : ''}${isLater ? ', later' : ''}`
}

function rowsOf(write: WriteFragment, urn: string): number | null {
  return write.outputEdges.find((edge) => edge.entity?.urn === urn)?.statistics?.rowCount ?? null
}
