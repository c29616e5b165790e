import { type ReactNode, useEffect } from 'react'
import { failureOf, type GraphQLProblem } from '../api/errors'
import type { Asked } from '../api/useAnswer'
import { Trouble } from './Trouble'

type ViewProps<Data> = {
  /** The view's name, as tests wait for it. */
  name: string
  title: string
  asked: Asked<Data>
  again: () => void
  /** The fields of the root without which the view has nothing to show. */
  essential?: readonly string[]
  children: (data: Data) => ReactNode
}

/** The main part of the page: an answer, or that it is awaited, or what went wrong. */
export function View<Data>({ name, title, asked, again, essential = [], children }: ViewProps<Data>) {
  useEffect(() => {
    document.title = `${title} · Headwater`
  }, [title])
  const { answer, failure, isStale } = asked
  const unknown = answer?.problems.find(
    ({ path, extensions }) => extensions?.type === 'NOT_FOUND' && essential.includes(String(path?.[0])),
  )
  const isReady = answer !== null && !isStale && failure === null
  return (
    <main id="main" tabIndex={-1} data-view={name} data-view-ready={isReady ? name : undefined} aria-busy={isStale}>
      {failure !== null && <Trouble failure={failure} again={again} />}
      {failure === null && answer === null && <Waiting />}
      {failure === null && unknown && <Trouble failure={failureOf(unknown)} again={again} />}
      {failure === null && answer !== null && !unknown && (
        <>
          <Problems problems={answer.problems} />
          {children(answer.data)}
        </>
      )}
    </main>
  )
}

function Waiting() {
  return (
    <div className="skeleton" role="status">
      <span className="unseen">The answer is on its way.</span>
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}

function Problems({ problems }: { problems: readonly GraphQLProblem[] }) {
  // A view says by itself that the store does not know its thing.
  const told = problems.filter((problem) => problem.extensions?.type !== 'NOT_FOUND')
  if (told.length === 0) return null
  return (
    <p className="message tone-stale spaced" role="alert">
      A part of this page is missing: {[...new Set(told.map((problem) => problem.message))].join('; ')}
    </p>
  )
}
