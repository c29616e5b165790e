import { changed } from '../address/address'
import { useAddress } from '../address/useAddress'
import { Link } from '../ui/Link'

type StepsProps = { side: 'up' | 'down'; steps: number; total: number | undefined; isCut: boolean }

const WORDS = { up: 'before it', down: 'after it' }

/** The steps that the graph goes to one side: fewer, more, and how many things that are. */
export function Steps({ side, steps, total, isCut }: StepsProps) {
  const address = useAddress()
  const to = (count: number) => changed(address, { [side]: count === 1 ? undefined : count })
  return (
    <fieldset className="steps">
      <legend className="unseen">Steps {WORDS[side]}</legend>
      {steps > 0 ? (
        <Link className="button" to={to(steps - 1)} aria-label={`One step less ${WORDS[side]}`}>
          −
        </Link>
      ) : (
        <span className="button" aria-hidden="true">
          −
        </span>
      )}
      <span className="note">
        {steps} {steps === 1 ? 'step' : 'steps'} {WORDS[side]}
        {total !== undefined && `: ${total.toLocaleString()}`}
        {isCut && ', and more'}
      </span>
      <Link className="button" to={to(steps + 1)} aria-label={`One step more ${WORDS[side]}`}>
        +
      </Link>
    </fieldset>
  )
}
