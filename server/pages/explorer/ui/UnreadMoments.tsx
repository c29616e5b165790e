import { useEffect } from 'react'
import { change } from '../address/useAddress'

/** In place of a view: the address names a moment that cannot be read. The answer of now would be another one. */
export function UnreadMoments({ moments }: { moments: readonly string[] }) {
  useEffect(() => {
    document.title = 'A moment that cannot be read · Headwater'
  }, [])
  return (
    <main id="main" tabIndex={-1}>
      <section className="card trouble" role="alert">
        <h1>The address has a moment that cannot be read</h1>
        <p>{moments.join(', ')}</p>
        <p className="note">Expected a moment such as 2026-10-15T08:00Z.</p>
        <button type="button" className="button main" onClick={() => change({})}>
          Go on without it
        </button>
      </section>
    </main>
  )
}
