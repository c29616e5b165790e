import type { RunNameFragment, RunRowFragment, TableQuery } from '../api/types'
import { millisOf } from '../time/format'
import type { StripRun } from '../time/strip'
import { nameOf } from './names'

/** The state of a run in one word. */
export function stateOf(run: RunRowFragment): string {
  return run.currentState?.result?.resultType ?? run.currentState?.status ?? 'UNKNOWN'
}

/** The name to show for a run: its job's. */
export function runName(run: RunNameFragment): string {
  return run.parentTemplate ? nameOf(run.parentTemplate.urn) : nameOf(run.urn)
}

/** The start of a run in milliseconds, or when it was first named. */
export function startOf(run: RunRowFragment): number | null {
  const started = run.currentState?.startedAt
  return started ? millisOf(started) : (run.created?.time ?? null)
}

/** The end of a run in milliseconds. */
export function endOf(run: RunRowFragment): number | null {
  const ended = run.currentState?.endedAt
  return ended ? millisOf(ended) : null
}

/** Runs on the strip of time, each at its end, or at its start while it is open. */
export function onStrip(runs: readonly RunRowFragment[]): StripRun[] {
  return runs.flatMap((run) => {
    const at = endOf(run) ?? startOf(run)
    return at === null ? [] : [{ at, state: stateOf(run), urn: run.urn }]
  })
}

/** The newest runs of a thing: the writers of data, the runs of a job or flow. */
export function newestRuns(entity: TableQuery['strip']): readonly RunRowFragment[] {
  if (entity === null) return []
  if ('writers' in entity) return entity.writers?.nodes ?? []
  return 'runsConnection' in entity ? (entity.runsConnection?.nodes ?? []) : []
}
