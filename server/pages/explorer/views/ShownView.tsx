import type { ReactNode } from 'react'
import type { Address } from '../address/address'
import { type Kind, kindOf } from '../entities/names'
import { DatasetView } from './DatasetView'
import { FacetsView } from './FacetsView'
import { FindView } from './FindView'
import { FlowView } from './FlowView'
import { FrontView } from './FrontView'
import { JobView } from './JobView'
import { ModelView } from './ModelView'
import { OtherView } from './OtherView'
import { RunView } from './RunView'

const OVERVIEWS: Record<Kind, (props: { urn: string }) => ReactNode> = {
  dataset: DatasetView,
  job: JobView,
  flow: FlowView,
  run: RunView,
  model: ModelView,
  other: OtherView,
}

/** The view that an address names. Another thing is another view: nothing of the one before stays. */
export function ShownView({ address }: { address: Address }) {
  const { urn, tab } = address
  if (urn !== undefined) {
    if (tab === 'facets') return <FacetsView key={urn} urn={urn} />
    const Overview = OVERVIEWS[kindOf(urn)]
    return <Overview key={urn} urn={urn} />
  }
  return address.q ? <FindView text={address.q} /> : <FrontView />
}
