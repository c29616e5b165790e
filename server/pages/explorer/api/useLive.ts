import { useEffect, useState } from 'react'
import { listen } from './connection'
import type { RunEventFilter } from './types'

const GATHER_MILLIS = 700
const MOST_CHANGED = 500

/** Run events since the view was opened: how often to ask again, and the runs that changed. */
export type News = { readonly round: number; readonly changed: ReadonlySet<string> }

const NONE: News = { round: 0, changed: new Set() }

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
    const tellSoon = () => {
      timer ??= setTimeout(tell, GATHER_MILLIS)
    }
    const stop = listen(JSON.parse(key), {
      heard: (run) => {
        gathered.push(run)
        tellSoon()
      },
      askAgain: tellSoon,
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [key])
  return news
}
