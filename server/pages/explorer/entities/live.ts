import type { RunEventFilter } from '../api/types'
import { kindOf } from './names'

/** The run events that concern a thing. */
export function liveFilter(urn: string): RunEventFilter | null {
  switch (kindOf(urn)) {
    case 'dataset':
    case 'model':
      return { assets: [urn] }
    case 'job':
      return { templates: [urn] }
    case 'flow':
      return { flows: [urn] }
    case 'run':
      return { runs: [urn] }
    default:
      return null
  }
}
