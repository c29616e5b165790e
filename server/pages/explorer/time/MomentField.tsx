import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { millisOf, showMoment, ZONE } from './format'
import { readMoment } from './moment'

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
