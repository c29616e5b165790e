import type { Document } from 'virtual:documents'
import { useEffect, useState } from 'react'
import { type Answer, ask } from './client'
import { RequestFailure } from './errors'

const MOST_KEPT = 40
const KEPT_MILLIS = 60_000

/** The newest answers by what was asked, so that going back shows the page at once. */
const kept = new Map<string, { readonly answer: Answer<unknown>; readonly since: number }>()

/** A question's state. While a new answer is awaited, `answer` is the one before, and `isStale` is true. */
export type Asked<Data> = {
  readonly answer: Answer<Data> | null
  readonly failure: RequestFailure | null
  readonly isStale: boolean
}

/** Ask one document, and again when its variables or `round` change. */
export function useAnswer<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  round = 0,
): Asked<Data> {
  const key = JSON.stringify([document.hash, variables, round])
  const [shown, setShown] = useState<{ key: string; answer: Answer<Data> | null; failure: RequestFailure | null }>(
    () => ({
      key,
      answer: keptAnswer<Data>(key),
      failure: null,
    }),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds the document, the variables and the round
  useEffect(() => {
    const before = keptAnswer<Data>(key)
    if (before) {
      setShown({ key, answer: before, failure: null })
      return
    }
    const control = new AbortController()
    ask(document, variables, control.signal).then(
      (answer) => {
        keep(key, answer)
        setShown({ key, answer, failure: null })
      },
      (error: unknown) => {
        if (control.signal.aborted) return
        const failure = error instanceof RequestFailure ? error : new RequestFailure('SERVER', String(error))
        setShown((last) => ({ key, answer: last.answer, failure }))
      },
    )
    return () => control.abort()
  }, [key])

  return { answer: shown.answer, failure: shown.key === key ? shown.failure : null, isStale: shown.key !== key }
}

/** Forget all answers, as after a new token. */
export function forgetAnswers(): void {
  kept.clear()
}

function keptAnswer<Data>(key: string): Answer<Data> | null {
  const found = kept.get(key)
  return found && Date.now() - found.since < KEPT_MILLIS ? (found.answer as Answer<Data>) : null
}

function keep(key: string, answer: Answer<unknown>): void {
  kept.delete(key)
  kept.set(key, { answer, since: Date.now() })
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}
