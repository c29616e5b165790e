import { type KeyboardEvent, useState } from 'react'
import { isLongAgo, isoOf, showDay, showMoment, ZONE } from './format'
import { rangeOf, untilNow, withoutFuture } from './range'
import { stepFrom, stopBeside, stopsOf } from './stops'
import type { StripRun } from './strip'

const WIDTH = 1000

/** The share of the range at its begin that counts as its end. */
const NEAR_END = 0.01

type SliderProps = {
  label: string
  runs: readonly StripRun[]
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** The times of the slider. Those of runs are drawn, and arrow keys go from one to the next. No run tells its arrivals. */
  over: 'runs' | 'arrivals'
}

/** A slider over the time of what is shown; its right end is now. */
export function Slider({ label, runs: all, value, onChange, over }: SliderProps) {
  const runs = withoutFuture(all)
  const isOverRuns = over === 'runs'
  const [oldest, last] = isOverRuns ? rangeOf(runs, value) : untilNow(rangeOf(runs, value))
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
    const next = isOverRuns ? stopBeside(stopsOf(runs), at, forward) : stepFrom(at, [first, last], forward)
    move(next ?? (forward ? last : first))
  }
  return (
    <div className="strip">
      <svg viewBox={`0 0 ${WIDTH} 24`} preserveAspectRatio="none" aria-hidden="true">
        <line className="base" x1="0" x2={WIDTH} y1="23" y2="23" vectorEffect="non-scaling-stroke" />
        {(isOverRuns ? runs.filter((run) => run.at >= first) : []).map((run) => {
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
        <span>{isOverRuns && isLongAgo(last) ? `last: ${showDay(runs.at(-1)?.at ?? last)} · now` : 'now'}</span>
      </span>
    </div>
  )
}
