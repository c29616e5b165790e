/** Times in the reader's zone, and durations in words. */

const DAY_MILLIS = 86_400_000

type Parts = Intl.DateTimeFormatOptions
const DAY: Parts = { day: 'numeric', month: 'short' }
const WEEKDAY: Parts = { ...DAY, weekday: 'short' }
const CLOCK: Parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
const YEAR: Parts = { year: 'numeric' }

const formatOf = (...parts: Parts[]) => new Intl.DateTimeFormat(undefined, Object.assign({}, ...parts))
const sameYear = formatOf(DAY, CLOCK)
const otherYear = formatOf(DAY, YEAR, CLOCK)
const dayOfYear = formatOf(WEEKDAY)
const dayOfOtherYear = formatOf(WEEKDAY, YEAR)
const clock = formatOf(CLOCK)
const clockSeconds = formatOf(CLOCK, { second: '2-digit' })

/** The name of the reader's time zone, such as Europe/Berlin. */
export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** A moment for people, in their zone: the year only if it is another one than this. */
export function showMoment(millis: number): string {
  return (isThisYear(millis) ? sameYear : otherYear).format(millis)
}

/** The day of a moment, in the reader's zone: the year only if it is another one than this. */
export const showDay = (millis: number): string => (isThisYear(millis) ? dayOfYear : dayOfOtherYear).format(millis)

const isThisYear = (millis: number): boolean => new Date(millis).getFullYear() === new Date().getFullYear()

/** The time of day of a moment, in the reader's zone. */
export const showClock = (millis: number, withSeconds = false): string =>
  (withSeconds ? clockSeconds : clock).format(millis)

/** A moment in UTC, to the second: `2026-10-14 02:10:24 UTC`. */
export function showUtc(millis: number): string {
  return `${new Date(millis).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** A moment as the address has it: ISO 8601, UTC, to the second. */
export const isoOf = (millis: number): string => `${new Date(millis).toISOString().slice(0, 19)}Z`

/** Milliseconds since the epoch of an ISO moment. */
export const millisOf = (iso: string): number => Date.parse(iso)

/** A duration in its two largest units: `2 h 5 min`, `9 min 54 s`, `43 s`, `120 ms`. */
export function showDuration(millis: number): string {
  if (millis < 1000) return `${Math.round(millis)} ms`
  const seconds = Math.round(millis / 1000)
  const units: [number, string][] = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
    [1, 's'],
  ]
  const first = units.findIndex(([size]) => seconds >= size)
  const [size, unit] = units[first] ?? [1, 's']
  const rest = seconds % size
  const next = units[first + 1]
  const second = next ? Math.floor(rest / next[0]) : 0
  return second && next
    ? `${Math.floor(seconds / size)} ${unit} ${second} ${next[1]}`
    : `${Math.floor(seconds / size)} ${unit}`
}

/** The begin of a moment's day in the reader's zone. */
export function dayOf(millis: number): number {
  return new Date(millis).setHours(0, 0, 0, 0)
}

/** True if a moment is more than a day after now: a clock was wrong, not a zone. */
export const isFarAhead = (millis: number): boolean => millis - Date.now() > DAY_MILLIS

/** True if a moment is more than a day before now. */
export const isLongAgo = (millis: number): boolean => Date.now() - millis > DAY_MILLIS
