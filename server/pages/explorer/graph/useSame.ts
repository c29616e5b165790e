import { useMemo, useRef } from 'react'

type Known<Item> = { readonly text: string; readonly item: Item }

/**
 * The same items. One that is as it was before is the object that it was before: React Flow measures and draws only
 * other objects again, and most steps of the slider change a few.
 */
export function useSame<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  const before = useRef<ReadonlyMap<string, Known<Item>>>(new Map())
  return useMemo(() => {
    const now = new Map(items.map((item) => [item.id, knownOr(before.current.get(item.id), item)]))
    before.current = now
    return [...now.values()].map(({ item }) => item)
  }, [items])
}

function knownOr<Item>(known: Known<Item> | undefined, item: Item): Known<Item> {
  const text = JSON.stringify(item)
  return known?.text === text ? known : { text, item }
}
