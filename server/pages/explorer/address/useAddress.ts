import { useMemo, useSyncExternalStore } from 'react'
import { type Address, type AddressChange, changed, parseAddress, printAddress, unreadMoments } from './address'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}

const useSearch = (): string => useSyncExternalStore(subscribe, () => location.search)

/** The address of the page, now and after each change. */
export function useAddress(): Address {
  const search = useSearch()
  return useMemo(() => parseAddress(search), [search])
}

/** The moments of the address that cannot be read. */
export function useUnreadMoments(): readonly string[] {
  const search = useSearch()
  return useMemo(() => unreadMoments(search), [search])
}

/** Go to an address. `replace`: without a new entry in the history, as for each step of a slider. */
export function go(address: Address, { replace = false } = {}): void {
  const search = printAddress(address)
  if (search === location.search) return
  history[replace ? 'replaceState' : 'pushState'](null, '', search)
  for (const listener of listeners) listener()
}

/** Change parts of the current address. */
export function change(parts: AddressChange, options?: { replace?: boolean }): void {
  go(changed(parseAddress(location.search), parts), options)
}
