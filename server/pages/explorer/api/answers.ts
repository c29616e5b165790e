import type { Document } from 'virtual:documents'
import { type Answer, ask } from './client'

const MOST_KEPT = 40
const KEPT_MILLIS = 60_000

/** A document with its variables, and the key of its answer. */
export type Question<Data, Variables> = {
  readonly key: string
  readonly document: Document<Data, Variables>
  readonly variables: Variables
}

/** Make a question. `round` tells questions apart that are asked again, as after news. */
export function question<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  round: number,
): Question<Data, Variables> {
  return { key: JSON.stringify([document.hash, variables, round]), document, variables }
}

/** The newest answers by question, so that going back shows the page at once. */
const kept = new Map<string, { readonly answer: Answer<unknown>; readonly since: number }>()

/** The answer that is awaited before anybody wants it, and the question. */
let awaited: { readonly key: string; readonly answer: Promise<Answer<unknown>>; readonly stop: () => void } | null =
  null

/** The answer to a question, if it is known. */
export function keptAnswer<Data, Variables>({ key }: Question<Data, Variables>): Answer<Data> | null {
  const found = kept.get(key)
  return found && Date.now() - found.since < KEPT_MILLIS ? (found.answer as Answer<Data>) : null
}

/** Answer a question: by what is known, by the answer that is awaited already, or by the server. */
export async function answerTo<Data, Variables>(
  asked: Question<Data, Variables>,
  signal: AbortSignal,
): Promise<Answer<Data>> {
  if (awaited && awaited.key !== asked.key) awaited.stop()
  const known = keptAnswer(asked)
  const answer = known ?? (await fromServer(asked, signal))
  if (answer !== known) keep(asked.key, answer)
  return answer
}

/** Ask ahead, one question after the other, for answers that the reader is likely to want next. */
export async function askAhead<Data, Variables>(
  questions: readonly Question<Data, Variables>[],
  signal: AbortSignal,
): Promise<void> {
  for (const one of questions) {
    if (awaited?.key === one.key) await awaited.answer.catch(() => undefined)
    if (signal.aborted) return
    if (keptAnswer(one)) continue
    const control = new AbortController()
    const answer = ask(one.document, one.variables, control.signal)
    const own = { key: one.key, answer, stop: () => control.abort() }
    awaited = own
    try {
      keep(one.key, await answer)
    } catch {
      return // Nobody wants it yet. Whoever does is told what is wrong.
    } finally {
      if (awaited === own) awaited = null
    }
  }
}

/** Forget all answers, as after a new token. */
export function forgetAnswers(): void {
  kept.clear()
}

function fromServer<Data, Variables>(asked: Question<Data, Variables>, signal: AbortSignal): Promise<Answer<Data>> {
  if (awaited?.key === asked.key) return awaited.answer as Promise<Answer<Data>>
  return ask(asked.document, asked.variables, signal)
}

function keep(key: string, answer: Answer<unknown>): void {
  if (answer.problems.length > 0) return
  kept.delete(key)
  kept.set(key, { answer, since: Date.now() })
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}
