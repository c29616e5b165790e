import { Empty } from '../ui/Card'
import { ThingLink } from '../ui/Link'
import type { Run } from './RunView'

/** Outputs of a run, with their sizes where these were known. */
export function Outputs({ run, withSizes }: { run: Run; withSizes: boolean }) {
  if (run.outputEdges.length === 0) return <Empty>No event names an output.</Empty>
  return (
    <ul className="rows">
      {run.outputEdges.map((edge, place) => (
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

function showBytes(bytes: number): string {
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: 'byte',
    unitDisplay: 'narrow',
    notation: 'compact',
  }).format(bytes)
}
