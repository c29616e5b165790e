import type { RunNameFragment, RunOnStripFragment, RunRowFragment, TableQuery } from '../api/types'
import { millisOf } from '../time/format'
import type { StripRun } from '../time/strip'
import { kindOf, nameOf } from './names'

/** A run with its state at the moments of the page; on the strip of time, where all moments are, with its current state. */
type WithState = RunRowFragment | RunOnStripFragment

/** The state of a run in one word. */
export const stateOf = (run: WithState): string => wordOf(shownState(run))

/** The name to show for a run: its job's. */
export function runName(run: Pick<RunNameFragment, 'urn' | 'parentTemplate'>): string {
  return run.parentTemplate ? nameOf(run.parentTemplate.urn) : nameOf(run.urn)
}

/** The name of a thing whose answer may be a run's: the job's for a run, and undefined for all others. */
export function nameIfRun(
  entity: { readonly urn: string } | Pick<RunNameFragment, 'urn' | 'parentTemplate'> | null,
): string | undefined {
  return entity !== null && 'parentTemplate' in entity && kindOf(entity.urn) === 'run' ? runName(entity) : undefined
}

/** The start of a run in milliseconds, or when it was first named. */
export function startOf(run: WithState): number | null {
  const started = shownState(run)?.startedAt
  return started ? millisOf(started) : (run.created?.time ?? null)
}

/** The end of a run in milliseconds. */
export function endOf(run: WithState): number | null {
  const ended = shownState(run)?.endedAt
  return ended ? millisOf(ended) : null
}

/** Runs on the strip of time, each at its end, or at its start while it is open. */
export function onStrip(runs: readonly WithState[]): StripRun[] {
  return runs.flatMap((run) => {
    const state = 'currentState' in run ? run.currentState : run.stateAt
    const at = state?.endedAt ?? state?.startedAt
    const millis = at ? millisOf(at) : run.created?.time
    return millis == null ? [] : [{ at: millis, state: wordOf(state), urn: run.urn }]
  })
}

/** The newest runs of a thing: the writers of data, the runs of a job or flow. */
export function newestRuns(entity: TableQuery['strip']): readonly RunOnStripFragment[] {
  if (entity === null) return []
  if ('writers' in entity) return entity.writers?.nodes ?? []
  return 'runsConnection' in entity ? (entity.runsConnection?.nodes ?? []) : []
}

type State = RunRowFragment['stateAt'] | RunOnStripFragment['currentState']

const shownState = (run: WithState): State => ('stateAt' in run ? run.stateAt : run.currentState)

const wordOf = (state: State): string => state?.result?.resultType ?? state?.status ?? 'UNKNOWN'
