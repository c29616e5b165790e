import { isoOf } from './format'

/** Read a moment as people write it, in UTC without an offset. Undefined: now; null: not a moment. */
export function readMoment(text: string): string | undefined | null {
  const words = text.trim().replace(' UTC', 'Z').replace(' ', 'T')
  if (words === '' || words.toLowerCase() === 'now') return undefined
  const whole = /^\d{4}-\d{2}-\d{2}$/.test(words) ? `${words}T00:00:00Z` : words
  // Date.parse reads other words, too, and gives them years of its own.
  if (!/^\d{4}-\d{2}-\d{2}T/.test(whole)) return null
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/i.test(whole) ? whole : `${whole}Z`
  const millis = Date.parse(zoned)
  return Number.isNaN(millis) || !isDay(whole.slice(0, 10)) ? null : isoOf(millis)
}

/** True for a day of the calendar: Date.parse reads February 30 as March 2. */
function isDay(day: string): boolean {
  const millis = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(millis) && isoOf(millis).startsWith(day)
}
