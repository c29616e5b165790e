import { isFarAhead } from './format'
import type { StripRun } from './strip'

/** Runs without those of a wrong clock, years ahead: the slider would have room for nothing else. */
export function withoutFuture(runs: readonly StripRun[]): readonly StripRun[] {
  return runs.filter((run) => !isFarAhead(run.at))
}

/** The first and last moment of the slider: all runs, in the order of time, with room at both ends. */
export function rangeOf(runs: readonly StripRun[], value: string | undefined): [number, number] {
  const moment = value === undefined ? null : Date.parse(value)
  const newest = Math.max(runs.at(-1)?.at ?? moment ?? Date.now(), moment ?? 0)
  const oldest = Math.min(runs[0]?.at ?? newest - 86_400_000, moment ?? newest)
  const room = Math.max((newest - oldest) * 0.02, 60_000)
  const end = Date.now() - newest < 86_400_000 ? Math.max(Date.now(), newest) : newest + room
  return [Math.floor((oldest - room) / 1000) * 1000, Math.ceil(end / 1000) * 1000]
}

/** The range of arrivals: runs arrive at any time after they ended, so it goes on until now. */
export function untilNow([first, last]: readonly [number, number]): [number, number] {
  return [first, Math.max(last, Math.ceil(Date.now() / 1000) * 1000)]
}
