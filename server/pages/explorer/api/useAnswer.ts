import type { Document } from 'virtual:documents'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
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

type Shown<Data> = {
  readonly key: string
  readonly answer: Answer<Data> | null
  readonly failure: RequestFailure | null
}

/**
 * Ask one document, and again when its variables or `round` change. One question is under way at a time: while a
 * slider moves, the newest question waits for the answer to the one before, and those between are left out.
 */
export function useAnswer<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  round = 0,
): Asked<Data> {
  const key = JSON.stringify([document.hash, variables, round])
  const [shown, setShown] = useState<Shown<Data>>(() => ({ key, answer: keptAnswer<Data>(key), failure: null }))
  const wanted = useRef({ key, variables, round })
  const control = useRef<AbortController>(null)
  const last = useRef({ round, millis: 0 })

  const next = useCallback(async () => {
    if (control.current) return
    const { signal } = own(control)
    // News alone never takes more than a third of the server's time for this view.
    if (wanted.current.round !== last.current.round) await pause(2 * last.current.millis)
    if (signal.aborted) return
    const { key: asked, variables: now, round: askedRound } = wanted.current
    const begun = performance.now()
    last.current = { round: askedRound, millis: 0 }
    try {
      const answer = keptAnswer<Data>(asked) ?? (await ask(document, now, signal))
      keep(asked, answer)
      last.current.millis = performance.now() - begun
      setShown({ key: asked, answer, failure: null })
    } catch (error) {
      if (signal.aborted) return
      const failure = error instanceof RequestFailure ? error : new RequestFailure('SERVER', String(error))
      setShown((before) => ({ key: asked, answer: before.answer, failure }))
    }
    control.current = null
    if (wanted.current.key !== asked) void next()
  }, [document])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds the variables and the round
  useEffect(() => {
    wanted.current = { key, variables, round }
    void next()
  }, [key, next])
  useEffect(
    () => () => {
      control.current?.abort()
      control.current = null
    },
    [],
  )

  return { answer: shown.answer, failure: shown.key === key ? shown.failure : null, isStale: shown.key !== key }
}

function own(control: RefObject<AbortController | null>): AbortController {
  control.current = new AbortController()
  return control.current
}

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** Forget all answers, as after a new token. */
export function forgetAnswers(): void {
  kept.clear()
}

function keptAnswer<Data>(key: string): Answer<Data> | null {
  const found = kept.get(key)
  return found && Date.now() - found.since < KEPT_MILLIS ? (found.answer as Answer<Data>) : null
}

function keep(key: string, answer: Answer<unknown>): void {
  if (answer.problems.length > 0 || kept.get(key)?.answer === answer) return
  kept.delete(key)
  kept.set(key, { answer, since: Date.now() })
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}
