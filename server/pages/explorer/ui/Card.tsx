import { type ReactNode, useId } from 'react'
import { useAddress } from '../address/useAddress'

type CardProps = {
  title: string
  note?: ReactNode
  /** True if the part follows neither moment of the time bar; `arrivals`: if it follows only the first. */
  isOfNow?: boolean | 'arrivals'
  children: ReactNode
}

/** A part of a page with a heading. */
export function Card({ title, note, isOfNow = false, children }: CardProps) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {isOfNow && <OfNow follows={isOfNow === 'arrivals'} />}
        {note && <span className="note">{note}</span>}
      </header>
      <div className="body">{children}</div>
    </section>
  )
}

/** Words for a part that has nothing to show, with what to do. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="empty">{children}</p>
}

/** Says of a part that it is of now, while the rest of the page is of another moment. */
export function OfNow({ follows = false }: { follows?: boolean }) {
  const { asOf, knownAt } = useAddress()
  if ((follows || asOf === undefined) && knownAt === undefined) return null
  return (
    <span
      className="badge tone-skipped"
      title={`This part does not follow the ${follows ? 'second field' : 'fields'} of the time bar`}
    >
      {follows ? 'all that is known now' : 'as of now'}
    </span>
  )
}
