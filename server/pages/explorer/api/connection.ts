import { Cursor, type Document, Live } from 'virtual:documents'
import { CloseCode, createClient } from 'graphql-ws'
import { useSyncExternalStore } from 'react'
import { GRAPHQL } from './client'
import type { GraphQLProblem } from './errors'
import { nextToken, readToken } from './token'
import type { RunEventFilter } from './types'

const LONGEST_WAIT_MILLIS = 30_000
const PING_MILLIS = 20_000
const PONG_MILLIS = 10_000
/** The time for which a connection without an operation stays: for the next step of `listen`, or the next view. */
const IDLE_MILLIS = 1000

/** Closes of a connection whose token is missing, invalid or without the right to read. */
const TOKEN_REFUSALS: readonly unknown[] = [CloseCode.Unauthorized, CloseCode.Forbidden]

let silence: ReturnType<typeof setTimeout> | undefined

const client = createClient({
  url: GRAPHQL.replace(/^http/, 'ws'),
  connectionParams: () => (readToken() ? { authorization: `Bearer ${readToken()}` } : {}),
  // `listen` tries again: after errors and ends of a subscription, too.
  retryAttempts: 0,
  keepAlive: PING_MILLIS,
  lazyCloseTimeout: IDLE_MILLIS,
  on: {
    // After a sleep or a change of networks a connection may be dead without an end.
    ping: (isReceived) => {
      if (!isReceived) silence = setTimeout(() => client.terminate(), PONG_MILLIS)
    },
    pong: (isReceived) => {
      if (isReceived) clearTimeout(silence)
    },
    closed: () => clearTimeout(silence),
  },
})

// Of the whole page: a view that is opened during a loss may ask in vain, too, so its first connection ends the loss.
let isLost = false
let listeners = 0
const watchers = new Set<() => void>()

function tell(): void {
  for (const watcher of watchers) watcher()
}

function setLost(lost: boolean): void {
  isLost = lost
  tell()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** True while a view wants run events, and no connection brings them. */
export const useIsLost = (): boolean => useSyncExternalStore(watch, () => isLost && listeners > 0)

type Listener = {
  /** Told of the run of each event. */
  readonly heard: (run: string) => void
  /** Told that the server answers again, or refuses the token: what the view asked meanwhile may have failed. */
  readonly askAgain: () => void
}

/** Be told of run events until the returned function is called. A lost connection is made again, without end. */
export function listen(filter: RunEventFilter, listener: Listener): () => void {
  const over = new AbortController()
  listeners++
  tell()
  void listenAgain(filter, listener, over.signal)
  return () => {
    over.abort()
    listeners--
    tell()
  }
}

/** `newest`: the end of the feed by this connection. `cursor`: the place of the last event, or of the first connection. */
type Place = { newest: string | null; cursor: string | null }

async function listenAgain(filter: RunEventFilter, listener: Listener, signal: AbortSignal): Promise<void> {
  const place: Place = { newest: null, cursor: null }
  for (let failures = 0; ; failures++) {
    const begun = performance.now()
    const token = readToken()
    const code = codeOf(await follow(filter, listener, place, signal))
    if (signal.aborted) return
    if (TOKEN_REFUSALS.includes(code)) {
      // A view with an answer must ask to learn of it. One without has asked already, and shows a field for the token.
      if (place.cursor !== null || isLost) listener.askAgain()
      place.cursor = null
      setLost(false)
      if (readToken() === token) await nextToken(signal)
    } else {
      // It would be refused again, unless the cursor is of a store that has been replaced since.
      if (code === 400 && place.cursor === place.newest) return
      if (code === 400) place.cursor = null
      if (performance.now() - begun > LONGEST_WAIT_MILLIS) failures = 0
      setLost(true)
      await pause(failures, signal)
    }
    if (signal.aborted) return
  }
}

/** Bring the events since a place until the connection or the subscription ends, with the error that ended it. */
async function follow(
  filter: RunEventFilter,
  { heard, askAgain }: Listener,
  place: Place,
  signal: AbortSignal,
): Promise<unknown> {
  place.newest = null
  const error = await run(Cursor, {}, signal, ({ runEventCursor }) => {
    place.newest = runEventCursor
  })
  if (place.newest === null || signal.aborted) return error
  place.cursor ??= place.newest
  // Only now: a connection stands without the database, too. And since the view asks after the cursor was given, each
  // event is in its answer or comes with the subscription.
  if (isLost) askAgain()
  setLost(false)
  return run(Live, { filter, after: place.cursor }, signal, ({ runEvents }) => {
    place.cursor = runEvents.cursor
    heard(runEvents.run.urn)
  })
}

/** Run an operation over the WebSocket until its end, with the error that ended it. */
function run<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  variables: Variables,
  signal: AbortSignal,
  next: (data: Data) => void,
): Promise<unknown> {
  return new Promise((resolve) => {
    let problems: unknown = null
    const end = (error: unknown) => {
      signal.removeEventListener('abort', stop)
      resolve(error)
    }
    const stop = client.subscribe<Data>(
      { query: document.text, operationName: document.name, variables },
      {
        next: ({ data, errors }) => {
          if (data) next(data)
          else problems = errors
        },
        error: end,
        complete: () => end(problems),
      },
    )
    signal.addEventListener('abort', stop)
  })
}

/** The code of an error: of GraphQL, or of the connection's close. */
function codeOf(error: unknown): unknown {
  if (Array.isArray(error)) return (error as GraphQLProblem[])[0]?.extensions?.code
  return (error as Partial<CloseEvent> | null)?.code
}

/** Wait: longer after each failure, and no longer once the network is back or the reader returns to the tab. */
function pause(failures: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const end = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    // Pages that a server lost together do not come back together.
    const share = 0.5 + Math.random() / 2
    const timer = setTimeout(end, share * Math.min(1000 * 2 ** failures, LONGEST_WAIT_MILLIS))
    const once = { signal: over.signal }
    signal.addEventListener('abort', end, once)
    window.addEventListener('online', end, once)
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && end(), once)
  })
}
