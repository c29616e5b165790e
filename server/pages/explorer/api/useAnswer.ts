import type { Document } from 'virtual:documents'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { answerTo, askAhead, keptAnswer, question } from './answers'
import type { Answer } from './client'
import { RequestFailure } from './errors'

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
 * slider moves, the newest question waits for the answer to the one before, and those between are left out. Once the
 * answer is there, the questions of `likely` are asked ahead: the server works on them while the browser draws.
 */
export function useAnswer<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  round = 0,
  likely: readonly Variables[] = [],
): Asked<Data> {
  const asked = question(document, variables, round)
  const ahead = likely.map((one) => question(document, one, round))
  const { key } = asked
  const [shown, setShown] = useState<Shown<Data>>(() => ({ key, answer: keptAnswer(asked), failure: null }))
  const wanted = useRef({ asked, ahead, round })
  const control = useRef<AbortController>(null)
  const last = useRef({ round, millis: 0 })

  const next = useCallback(async () => {
    if (control.current) return
    const { signal } = own(control)
    // News alone never takes more than a third of the server's time for this view.
    if (wanted.current.round !== last.current.round) await pause(2 * last.current.millis)
    if (signal.aborted) return
    const now = wanted.current
    const begun = performance.now()
    last.current = { round: now.round, millis: 0 }
    try {
      const answer = await answerTo(now.asked, signal)
      last.current.millis = performance.now() - begun
      if (wanted.current.asked.key === now.asked.key) void askAhead(now.ahead, signal)
      setShown({ key: now.asked.key, answer, failure: null })
    } catch (error) {
      if (signal.aborted) return
      const failure = error instanceof RequestFailure ? error : new RequestFailure('SERVER', String(error))
      setShown((before) => ({ key: now.asked.key, answer: before.answer, failure }))
    }
    control.current = null
    if (wanted.current.asked.key !== now.asked.key) void next()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds the document, the variables and the round
  useEffect(() => {
    wanted.current = { asked, ahead, round }
    void next()
  }, [key, next])
  useEffect(
    () => () => {
      control.current?.abort()
      control.current = null
    },
    [],
  )

  const isShown = shown.key === key && shown.answer !== null && shown.failure === null
  const aheadKey = ahead.map((one) => one.key).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys hold the questions
  useEffect(() => {
    if (!isShown || aheadKey === '') return
    const stop = new AbortController()
    void askAhead(ahead, stop.signal)
    return () => stop.abort()
  }, [isShown, aheadKey])

  return { answer: shown.answer, failure: shown.key === key ? shown.failure : null, isStale: shown.key !== key }
}

function own(control: RefObject<AbortController | null>): AbortController {
  control.current = new AbortController()
  return control.current
}

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))
