import type { Address } from '../address/address'
import { isData } from './names'

/** The point at which the answer of an address starts, as variables of `impact` and as an end of a path. */
export function pointAt(urn: string, { start, at }: Address) {
  const isOfData = isData(urn)
  return {
    urn,
    madeBy: isOfData ? (start ?? null) : null,
    at: isOfData && !start ? (at ?? null) : null,
  } as const
}

/** The certainty that an address asks for, and whether its answer holds the runs within runs, as variables. */
export function scopeOf(urn: string, { certainty, within }: Address) {
  return { certainty: certainty ?? 'CERTAIN', containment: within === 'true' && !isData(urn) } as const
}

/** The start that an address asks for, and how certain its answer has to be, as variables of `impact`. */
export function startAt(urn: string, address: Address) {
  return {
    ...pointAt(urn, address),
    ...scopeOf(urn, address),
    columns: isData(urn) && address.columns ? [...address.columns] : null,
  } as const
}
