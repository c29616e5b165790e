import { Live } from 'virtual:documents'
import { createClient } from 'graphql-ws'
import { useEffect, useState } from 'react'
import { GRAPHQL } from './client'
import { readToken } from './token'
import type { LiveSubscription, RunEventFilter } from './types'

const GATHER_MILLIS = 700
const MOST_CHANGED = 500

/** Run events since the view was opened: how often to ask again, and the runs that changed. */
export type News = { readonly round: number; readonly changed: ReadonlySet<string> }

const NONE: News = { round: 0, changed: new Set() }

let client: ReturnType<typeof createClient> | undefined

function connection() {
  client ??= createClient({
    url: GRAPHQL.replace(/^http/, 'ws'),
    connectionParams: () => (readToken() ? { authorization: `Bearer ${readToken()}` } : {}),
    retryAttempts: 20,
    shouldRetry: () => true,
  })
  return client
}

/** Be told of run events. `filter` null: of none, as for a past moment. Events that come together count once. */
export function useLive(filter: RunEventFilter | null): News {
  const [news, setNews] = useState(NONE)
  const key = JSON.stringify(filter)
  useEffect(() => {
    setNews(NONE)
    if (key === 'null') return
    let gathered: string[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      const urns = gathered
      gathered = []
      timer = undefined
      setNews((last) => ({ round: last.round + 1, changed: new Set([...last.changed, ...urns].slice(-MOST_CHANGED)) }))
    }
    const stop = connection().subscribe<LiveSubscription>(
      { query: Live.text, operationName: Live.name, variables: { filter: JSON.parse(key) } },
      {
        next: ({ data }) => {
          if (!data) return
          gathered.push(data.runEvents.run.urn)
          timer ??= setTimeout(tell, GATHER_MILLIS)
        },
        // Without live updates the page is as good as any other; the client tries again by itself.
        error: () => undefined,
        complete: () => undefined,
      },
    )
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [key])
  return news
}
