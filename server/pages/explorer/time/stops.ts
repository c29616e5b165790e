import { isoOf } from './format'
import type { StripRun } from './strip'

/** The moments at which an arrow key stops, in order: a second beyond each run, so that the page shows what the run did. */
export function stopsOf(runs: readonly StripRun[]): number[] {
  return [...new Set(runs.map((run) => Math.ceil(run.at / 1000) * 1000 + 1000))].sort((a, b) => a - b)
}

/** The stop before or after a moment, if there is one. */
export function stopBeside(stops: readonly number[], at: number, forward: boolean): number | undefined {
  return forward ? stops.find((stop) => stop > at) : stops.findLast((stop) => stop < at)
}

/** The moment a hundredth of a range before or after another, inside of the range: a step where there are no stops. */
export function stepFrom(at: number, [first, last]: readonly [number, number], forward: boolean): number {
  const step = Math.max((last - first) / 100, 1000)
  return forward ? Math.min(at + step, last) : Math.max(at - step, first)
}

/** The stops before and after one, as the address has them; now, null, comes after the last. None beside other moments. */
export function stopsBeside(runs: readonly StripRun[], moment: string | null): (string | null)[] {
  const at = moment === null ? Number.POSITIVE_INFINITY : Date.parse(moment)
  const stops = stopsOf(runs)
  if (moment !== null && !stops.includes(at)) return []
  const [before, after] = [stopBeside(stops, at, false), stopBeside(stops, at, true)]
  return [
    ...(before === undefined ? [] : [isoOf(before)]),
    ...(moment === null ? [] : [after === undefined ? null : isoOf(after)]),
  ]
}
