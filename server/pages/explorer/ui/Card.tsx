import { type ReactNode, useId } from 'react'

type CardProps = { title: string; note?: ReactNode; children: ReactNode }

/** A part of a page with a heading. */
export function Card({ title, note, children }: CardProps) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
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
