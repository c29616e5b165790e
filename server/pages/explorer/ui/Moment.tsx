import { millisOf, showDuration, showMoment, showUtc, ZONE } from '../time/format'

/** A moment in the reader's zone, with UTC on hover. */
export function Moment({ at }: { at: string | number | null | undefined }) {
  if (at === null || at === undefined) return <span>unknown</span>
  const millis = typeof at === 'number' ? at : millisOf(at)
  return (
    <time dateTime={new Date(millis).toISOString()} title={`${showUtc(millis)} (shown in ${ZONE})`}>
      {showMoment(millis)}
    </time>
  )
}

/** A duration in words. */
export function Duration({ millis }: { millis: number | null | undefined }) {
  return <span>{millis === null || millis === undefined ? '–' : showDuration(millis)}</span>
}
