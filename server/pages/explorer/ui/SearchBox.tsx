import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { elsewhere } from '../address/address'
import { go, useAddress } from '../address/useAddress'
import { Icon } from './Icon'

const DEBOUNCE_MILLIS = 150

/** The search: `/` focuses it, typing searches, arrows and Enter choose among the results on the page. */
export function SearchBox() {
  const address = useAddress()
  const [text, setText] = useState(address.q ?? '')
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => setText(address.q ?? ''), [address.q])
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event.target)) return
      event.preventDefault()
      field.current?.select()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    // Whoever has gone elsewhere meanwhile wants no results any more.
    const from = location.search
    timer.current = setTimeout(() => {
      if (location.search === from)
        go(elsewhere(address, { q: typed || undefined }), { replace: address.q !== undefined })
    }, DEBOUNCE_MILLIS)
  }

  return (
    <search className="search">
      <Icon name="search" size={15} />
      <input
        ref={field}
        type="search"
        aria-label="Search runs, jobs, flows, datasets and models"
        placeholder="Search a table, a job, a run …"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={chooseHit}
      />
      {text === '' && <kbd>/</kbd>}
    </search>
  )
}

/** Arrows go through the results; Enter opens the chosen one, or the first. */
function chooseHit(event: KeyboardEvent): void {
  const hits = [...document.querySelectorAll<HTMLAnchorElement>('.hits a')]
  const chosen = hits.findIndex((hit) => hit.dataset['chosen'] === 'true')
  if (event.key === 'Enter') (hits[chosen] ?? hits[0])?.click()
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || hits.length === 0) return
  event.preventDefault()
  const next = hits[(chosen + step + hits.length) % hits.length]
  for (const hit of hits) hit.dataset['chosen'] = String(hit === next)
  next?.scrollIntoView({ block: 'nearest' })
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
