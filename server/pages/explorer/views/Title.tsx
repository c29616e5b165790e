import type { ReactNode } from 'react'
import { KIND_WORDS, kindOf, nameOf, placeOf } from '../entities/names'

type TitleProps = { urn: string; name?: string | undefined; over?: ReactNode; beside?: ReactNode; under?: ReactNode }

/** The head of a thing's page: its kind and place, its name, its state. */
export function Title({ urn, name, over, beside, under }: TitleProps) {
  const place = placeOf(urn)
  return (
    <div className="title">
      <div className="over">
        <span>{KIND_WORDS[kindOf(urn)]}</span>
        {place && <span>· {place}</span>}
        {over}
      </div>
      <div className="line">
        <h1>{name ?? nameOf(urn)}</h1>
        {beside}
      </div>
      {under}
    </div>
  )
}

/** A thing without facts: said plainly, with what to do. */
export function Unknown({ urn }: { urn: string }) {
  return (
    <p className="message tone-stale spaced" role="status">
      The store has no facts about <code>{urn}</code>. Check the name, or search for half of it.
    </p>
  )
}
