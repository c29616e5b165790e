import { useAddress } from '../address/useAddress'
import { millisOf } from '../time/format'
import { Empty } from '../ui/Card'
import { ThingLink } from '../ui/Link'
import type { Run } from './RunView'

/** Outputs that a run had named by the moment of the page, with their sizes where these were known. */
export function Outputs({ run, withSizes }: { run: Run; withSizes: boolean }) {
  const { asOf } = useAddress()
  const edges = run.outputEdges.filter(({ firstNamedAt }) => isBy(firstNamedAt, asOf))
  if (edges.length === 0) return <Empty>No event names an output{asOf !== undefined && ' by then'}.</Empty>
  return (
    <ul className="rows">
      {edges.map((edge, place) => (
        <li key={edge.entity?.urn ?? place}>
          <span className="what">
            {edge.entity ? <ThingLink urn={edge.entity.urn} /> : 'unknown'}
            {edge.lifecycleStateChange?.change && <span className="kind">{edge.lifecycleStateChange.change}</span>}
          </span>
          <span className="when">
            {withSizes && edge.statistics?.rowCount != null && `${edge.statistics.rowCount.toLocaleString()} rows`}
            {withSizes && edge.statistics?.size != null && ` · ${showBytes(edge.statistics.size)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** True for outputs that aspects alone name, too: these tell no moment. */
function isBy(named: string | null, asOf: string | undefined): boolean {
  return named === null || asOf === undefined || millisOf(named) <= millisOf(asOf)
}

function showBytes(bytes: number): string {
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: 'byte',
    unitDisplay: 'narrow',
    notation: 'compact',
  }).format(bytes)
}
