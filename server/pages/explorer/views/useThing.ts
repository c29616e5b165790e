import { useState } from 'react'
import { useAddress } from '../address/useAddress'
import type { RunEventFilter, RunFilter } from '../api/types'
import { type News, useLive } from '../api/useLive'
import { isoOf } from '../time/format'

/** The moments of a view as its document takes them. */
export type Moments = {
  readonly at: string
  readonly asOf: string | null
  readonly point: { readonly asOf: string | null; readonly knownAt: string | null }
  /** The runs that had begun and were known by the moments. */
  readonly seen: RunFilter
  /** The known runs that begin later, for the strip of time. */
  readonly later: RunFilter
  /** True if the strip needs runs of its own, since lists leave out what arrived later, or end before the newest run. */
  readonly withMarks: boolean
}

/** The moments of the address; without one, `at` is the moment at which the view was opened or asked again. */
export function useMoments(round = 0): Moments {
  const { asOf = null, knownAt = null } = useAddress()
  const [opened, setOpened] = useState({ round, at: isoOf(Date.now() + 1000) })
  if (opened.round !== round) setOpened({ round, at: isoOf(Date.now() + 1000) })
  const at = asOf ?? opened.at
  const arrived = { until: knownAt }
  return {
    at,
    asOf,
    point: { asOf, knownAt },
    seen: { created: { until: asOf }, arrived },
    later: { created: { since: at }, arrived },
    withMarks: knownAt !== null || asOf !== null,
  }
}

/** Run events since the view was opened, while both of its moments are now. */
export function useNews(filter: RunEventFilter | null): News {
  const { asOf, knownAt } = useAddress()
  return useLive(asOf === undefined && knownAt === undefined ? filter : null)
}

/** A number that grows with each call of `again`, to ask once more after a failure. */
export function useRounds(): [number, () => void] {
  const [tries, setTries] = useState(0)
  return [tries, () => setTries((before) => before + 1)]
}
