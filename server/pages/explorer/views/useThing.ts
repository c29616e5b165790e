import { useState } from 'react'
import { useAddress } from '../address/useAddress'
import { isoOf } from '../time/format'

/** The moments of a view as its document takes them. */
export type Moments = {
  readonly at: string
  readonly asOf: string | null
  readonly point: { readonly asOf: string | null; readonly knownAt: string | null }
}

/** The moments of the address; without one, `at` is the moment at which the view was opened or asked again. */
export function useMoments(round = 0): Moments {
  const { asOf = null, knownAt = null } = useAddress()
  const [opened, setOpened] = useState({ round, at: isoOf(Date.now() + 1000) })
  if (opened.round !== round) setOpened({ round, at: isoOf(Date.now() + 1000) })
  return { at: asOf ?? opened.at, asOf, point: { asOf, knownAt } }
}

/** A number that grows with each call of `again`, to ask once more after a failure. */
export function useRounds(): [number, () => void] {
  const [tries, setTries] = useState(0)
  return [tries, () => setTries((before) => before + 1)]
}
