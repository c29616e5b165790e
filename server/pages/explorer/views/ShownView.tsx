import { type ComponentType, lazy, Suspense } from 'react'
import type { Address, Tab } from '../address/address'
import { type Kind, kindOf } from '../entities/names'
import { CompareView } from './CompareView'
import { DatasetView } from './DatasetView'
import { FacetsView } from './FacetsView'
import { FindView } from './FindView'
import { FlowView } from './FlowView'
import { FrontView } from './FrontView'
import { JobView } from './JobView'
import { ModelView } from './ModelView'
import { OtherView } from './OtherView'
import { PathView } from './PathView'
import { RunView } from './RunView'
import { TableView } from './TableView'

const OVERVIEWS: Record<Kind, ComponentType<{ urn: string }>> = {
  dataset: DatasetView,
  job: JobView,
  flow: FlowView,
  run: RunView,
  model: ModelView,
  other: OtherView,
}

// React Flow is a third of the page, and only this view needs it.
const GraphView = lazy(() => import('./GraphView').then((module) => ({ default: module.GraphView })))

const VIEWS: Record<Exclude<Tab, 'overview'>, ComponentType<{ urn: string }>> = {
  graph: GraphView,
  table: TableView,
  compare: CompareView,
  facets: FacetsView,
  path: PathView,
}

/** The view that an address names. Another thing is another view: nothing of the one before stays. */
export function ShownView({ address }: { address: Address }) {
  const { urn, tab = 'overview' } = address
  if (urn === undefined) return address.q ? <FindView text={address.q} /> : <FrontView />
  const Shown = tab === 'overview' ? OVERVIEWS[kindOf(urn)] : VIEWS[tab]
  return (
    <Suspense fallback={<main id="main" tabIndex={-1} aria-busy="true" />}>
      <Shown key={urn} urn={urn} />
    </Suspense>
  )
}
