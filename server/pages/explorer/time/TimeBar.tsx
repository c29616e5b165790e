import { useState } from 'react'
import { change, useAddress } from '../address/useAddress'
import { MomentField } from './MomentField'
import { Slider } from './Slider'
import { useStrip } from './strip'

/** The two moments of the page. Parts that follow neither are marked as of now; lists of runs leave out those created later. */
export function TimeBar() {
  const address = useAddress()
  const { owner, runs } = useStrip()
  const [wantsKnownAt, setWantsKnownAt] = useState(false)
  const showsKnownAt = wantsKnownAt || address.knownAt !== undefined
  const setAsOf = (asOf: string | undefined) => change({ asOf }, { replace: true })
  const setKnownAt = (knownAt: string | undefined) => change({ knownAt }, { replace: true })
  return (
    <section className="time" aria-label="Time">
      <div className="bar">
        <MomentField label="As of" value={address.asOf} empty="now" onChange={(asOf) => change({ asOf })} />
        <Slider key={owner} label="As of" runs={runs} value={address.asOf} onChange={setAsOf} over="runs" />
        <span className="buttons">
          <button
            type="button"
            className="button"
            disabled={address.asOf === undefined && address.knownAt === undefined}
            onClick={() => change({ asOf: undefined, knownAt: undefined })}
          >
            Now
          </button>
          <button
            type="button"
            className="button"
            aria-pressed={showsKnownAt}
            title="Leave out what arrived later"
            onClick={() => {
              setWantsKnownAt(!showsKnownAt)
              if (showsKnownAt) change({ knownAt: undefined })
            }}
          >
            Known at
          </button>
        </span>
      </div>
      {showsKnownAt && (
        <div className="bar">
          <MomentField
            label="Known at"
            value={address.knownAt}
            empty="now"
            onChange={(knownAt) => change({ knownAt })}
          />
          <Slider
            key={owner}
            label="Known at"
            runs={runs}
            value={address.knownAt}
            onChange={setKnownAt}
            over="arrivals"
          />
          <span className="note">Leaves out all that arrived later.</span>
        </div>
      )}
    </section>
  )
}
