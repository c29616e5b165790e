import type { Address } from '../address/address'
import { isData } from './names'

/** The start that an address asks for, and how certain its answer has to be, as variables of `impact`. */
export function startAt(urn: string, { start, at, columns, certainty, within }: Address) {
  const isOfData = isData(urn)
  return {
    urn,
    madeBy: isOfData ? (start ?? null) : null,
    at: isOfData && !start ? (at ?? null) : null,
    columns: isOfData && columns ? [...columns] : null,
    certainty: certainty ?? 'CERTAIN',
    containment: within === 'true' && !isOfData,
  } as const
}

/** True if the server can tell a path from the start: `pathBetween` takes neither reads nor the runs within a run. */
export const hasPaths = ({ at, within }: Address): boolean => !at && !within
