import { meaningOf } from '../ui/Badge'

const EFFECTS = ['CONTAMINATED', 'STALE', 'AT_RISK', 'POSSIBLE']

/** The meaning of the effects that an answer has. */
export function Legend({ effects }: { effects: Iterable<string> }) {
  const present = new Set(effects)
  const known = EFFECTS.filter((word) => present.has(word))
  return known.length === 0 ? null : (
    <p className="note spaced">{known.map((word) => `${word}: ${meaningOf(word)}`).join('. ')}.</p>
  )
}
