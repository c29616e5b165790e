const MEANINGS: readonly (readonly [string, string])[] = [
  ['CONTAMINATED', 'worked on data from this start, good or bad'],
  ['STALE', 'read old data that this start should have replaced'],
  ['AT_RISK', 'a job that would read affected data next'],
  ['POSSIBLE', 'events do not rule it out'],
]

/** The meaning of the effects that an answer has. */
export function Legend({ effects }: { effects: Iterable<string> }) {
  const present = new Set(effects)
  const known = MEANINGS.filter(([word]) => present.has(word))
  return known.length === 0 ? null : (
    <p className="note spaced">{known.map(([word, meaning]) => `${word}: ${meaning}`).join('. ')}.</p>
  )
}
