import { type KeyboardEvent, useState } from 'react'
import { isLongAgo, isoOf, showDay, showMoment, ZONE } from './format'
import { rangeOf, untilNow, withoutFuture } from './range'
import { stepFrom, stopBeside } from './stops'
import type { StripRun } from './strip'

const WIDTH = 1000

/** The share of the range at its begin that counts as its end. */
const NEAR_END = 0.01

type SliderProps = {
  label: string
  runs: readonly StripRun[]
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** True if the runs are drawn: their times are those of the slider. Else its times are arrivals, which no run tells. */
  hasMarks?: boolean
}

/** A slider over the runs of what is shown. Arrow keys go from run to run, or even steps; its right end is now. */
export function Slider({ label, runs: all, value, onChange, hasMarks = false }: SliderProps) {
  const runs = withoutFuture(all)
  const [oldest, last] = hasMarks ? rangeOf(runs, value) : untilNow(rangeOf(runs, value))
  const at = value === undefined ? last : Date.parse(value)
  const [held, hold] = useState(oldest)
  // Older runs come while the handle moves. The range begins with them once it is at its end: else it slips from the hand.
  const first = oldest > held || at <= held + (last - held) * NEAR_END ? oldest : held
  if (first !== held) hold(first)
  const move = (millis: number) => onChange(millis >= last ? undefined : isoOf(millis))
  const step = (event: KeyboardEvent) => {
    const forward = event.key === 'ArrowRight' || event.key === 'ArrowUp'
    const back = event.key === 'ArrowLeft' || event.key === 'ArrowDown'
    if (!forward && !back) return
    event.preventDefault()
    const next = hasMarks ? stopBeside(runs, at, forward) : stepFrom(at, [first, last], forward)
    move(next ?? (forward ? last : first))
  }
  return (
    <div className="strip">
      <svg viewBox={`0 0 ${WIDTH} 24`} preserveAspectRatio="none" aria-hidden="true">
        <line className="base" x1="0" x2={WIDTH} y1="23" y2="23" vectorEffect="non-scaling-stroke" />
        {(hasMarks ? runs.filter((run) => run.at >= first) : []).map((run) => {
          const x = ((run.at - first) / (last - first)) * WIDTH
          const top = run.state === 'FAILURE' ? 3 : run.state === 'SKIPPED' ? 15 : 9
          return (
            <line
              key={run.urn}
              className="mark"
              data-state={run.state}
              data-later={run.at > at}
              x1={x}
              x2={x}
              y1={top}
              y2="23"
            />
          )
        })}
      </svg>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={value === undefined ? 'now' : showMoment(at)}
        min={first}
        max={last}
        step={1000}
        value={at}
        onChange={(event) => move(Number(event.target.value))}
        onKeyDown={step}
      />
      <span className="ends" aria-hidden="true">
        <span>{showDay(first)}</span>
        <span className="zone">{value === undefined ? `times in ${ZONE}` : `${showMoment(at)} in ${ZONE}`}</span>
        <span>{hasMarks && isLongAgo(last) ? `last: ${showDay(runs.at(-1)?.at ?? last)} · now` : 'now'}</span>
      </span>
    </div>
  )
}
