import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { isoOf, millisOf, showMoment, ZONE } from './format'

type MomentFieldProps = {
  label: string
  value: string | undefined
  empty: string
  onChange: (value: string | undefined) => void
}

/** A field for a moment: ISO 8601, with an offset or in UTC, or a local date and time. Empty means now. */
export function MomentField({ label, value, empty, onChange }: MomentFieldProps) {
  const id = useId()
  const [text, setText] = useState(value ?? '')
  const [isWrong, setWrong] = useState(false)
  useEffect(() => {
    setText(value ?? '')
    setWrong(false)
  }, [value])
  const apply = () => {
    if (text.trim() === (value ?? '')) return
    const moment = readMoment(text)
    setWrong(moment === null)
    if (moment !== null) onChange(moment)
  }
  const applyOnEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply()
  }
  return (
    <span className="moment">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        placeholder={empty}
        title={value ? `${showMoment(millisOf(value))} in ${ZONE}` : `Such as 2026-10-15T08:00Z. Empty: ${empty}`}
        value={text}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={apply}
        onKeyDown={applyOnEnter}
      />
      {isWrong && (
        <span id={`${id}-wrong`} className="note" role="alert">
          Expected a moment such as 2026-10-15T08:00Z
        </span>
      )}
    </span>
  )
}

/** Read a moment as people write it, in UTC without an offset. Undefined: now; null: not a moment. */
export function readMoment(text: string): string | undefined | null {
  const words = text.trim().replace(' UTC', 'Z').replace(' ', 'T')
  if (words === '' || words.toLowerCase() === 'now') return undefined
  const whole = /^\d{4}-\d{2}-\d{2}$/.test(words) ? `${words}T00:00:00Z` : words
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/i.test(whole) ? whole : `${whole}Z`
  const millis = Date.parse(zoned)
  return Number.isNaN(millis) ? null : isoOf(millis)
}
