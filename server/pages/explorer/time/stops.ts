import { isoOf } from './format'
import type { StripRun } from './strip'

/** The moments at which an arrow key stops, in order: a second beyond each run, so that the page shows what the run did. */
export function stopsOf(runs: readonly StripRun[]): number[] {
  return [...new Set(runs.map((run) => Math.ceil(run.at / 1000) * 1000 + 1000))].sort((a, b) => a - b)
}

/** The stops before and after a moment, as the address has them; the stop after the last is now, null. */
export function stopsBeside(runs: readonly StripRun[], moment: string | null): (string | null)[] {
  const at = moment === null ? Number.POSITIVE_INFINITY : Date.parse(moment)
  const stops = stopsOf(runs)
  const [before, after] = [stops.findLast((stop) => stop < at), stops.find((stop) => stop > at)]
  return [
    ...(before === undefined ? [] : [isoOf(before)]),
    ...(moment === null ? [] : [after === undefined ? null : isoOf(after)]),
  ]
}
