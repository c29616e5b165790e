import { isoOf } from './format'

const MOMENT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]((?:[01]\d|2[0-3]):\d{2}(?::\d{2})?)(?:\.(\d{1,6})\d*)?(?: ?(Z|UTC|[+-]\d{2}:?\d{2}))?)?$/i

/** Read a moment as people and programs write it, in UTC without an offset. Undefined: now; null: not a moment. */
export function readMoment(text: string): string | undefined | null {
  const words = text.trim()
  if (words === '' || words.toLowerCase() === 'now') return undefined
  const [, day, clock = '00:00', fraction, zone = 'Z'] = MOMENT.exec(words) ?? []
  if (day === undefined || !isDay(day)) return null
  const millis = Date.parse(`${day}T${clock}${zone.toUpperCase().replace('UTC', 'Z')}`)
  if (Number.isNaN(millis)) return null
  // A moment is copied from an event: cut to seconds, it would leave out that event.
  return fraction === undefined ? isoOf(millis) : isoOf(millis).replace('Z', `.${fraction}Z`)
}

/** True for a day of the calendar: Date.parse reads February 30 as March 2. */
function isDay(day: string): boolean {
  const millis = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(millis) && isoOf(millis).startsWith(day)
}
