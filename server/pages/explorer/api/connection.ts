import { Live } from 'virtual:documents'
import { createClient } from 'graphql-ws'
import { useSyncExternalStore } from 'react'
import { GRAPHQL } from './client'
import type { GraphQLProblem } from './errors'
import { readToken } from './token'
import type { LiveSubscription, RunEventFilter } from './types'

const LONGEST_WAIT_MILLIS = 30_000
const PING_MILLIS = 20_000
const PONG_MILLIS = 10_000

let silence: ReturnType<typeof setTimeout> | undefined

const client = createClient({
  url: GRAPHQL.replace(/^http/, 'ws'),
  connectionParams: () => (readToken() ? { authorization: `Bearer ${readToken()}` } : {}),
  // `listen` tries again: after errors and ends of a subscription, too.
  retryAttempts: 0,
  keepAlive: PING_MILLIS,
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

let isLost = false
const watchers = new Set<() => void>()

function tellLost(lost: boolean): void {
  isLost = lost
  for (const tell of watchers) tell()
}

function watch(tell: () => void): () => void {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/** True while a view wants run events, and no connection brings them. */
export const useIsLost = (): boolean => useSyncExternalStore(watch, () => isLost)

type Listener = {
  /** Told of the run of each event. */
  readonly heard: (run: string) => void
  /** Told of a new connection after a loss: events between them are unknown. */
  readonly missed: () => void
}

/** Be told of run events until the returned function is called. A lost connection is made again, without end. */
export function listen(filter: RunEventFilter, listener: Listener): () => void {
  const over = new AbortController()
  void listenAgain(filter, listener, over.signal)
  return () => {
    over.abort()
    tellLost(false)
  }
}

async function listenAgain(filter: RunEventFilter, { heard, missed }: Listener, signal: AbortSignal): Promise<void> {
  const forget = client.on('connected', () => {
    if (isLost) missed()
    tellLost(false)
  })
  signal.addEventListener('abort', forget)
  for (let failures = 0; ; failures++) {
    const begun = performance.now()
    const error = await subscription(filter, heard, signal)
    if (signal.aborted || isRefusal(error)) return
    if (performance.now() - begun > LONGEST_WAIT_MILLIS) failures = 0
    tellLost(true)
    await pause(failures, signal)
    if (signal.aborted) return
  }
}

/** One subscription until its end, with the error that ended it. */
function subscription(filter: RunEventFilter, heard: Listener['heard'], signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    const stop = client.subscribe<LiveSubscription>(
      { query: Live.text, operationName: Live.name, variables: { filter } },
      {
        next: ({ data }) => {
          if (data) heard(data.runEvents.run.urn)
        },
        error: resolve,
        complete: () => resolve(null),
      },
    )
    signal.addEventListener('abort', stop)
  })
}

/** True if the server would refuse the subscription again. */
function isRefusal(error: unknown): boolean {
  const problems: readonly GraphQLProblem[] = Array.isArray(error) ? error : []
  return problems[0]?.extensions?.code === 400
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
