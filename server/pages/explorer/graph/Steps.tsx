import { changed } from '../address/address'
import { useAddress } from '../address/useAddress'
import type { GraphPartsFragment } from '../api/types'
import { Link } from '../ui/Link'
import { counted } from '../ui/words'

type Found = Pick<GraphPartsFragment, 'total' | 'truncated' | 'runsBeyond'>

type StepsProps = { side: 'up' | 'down'; steps: number; found: Found | null | undefined }

const WORDS = { up: 'before it', down: 'after it' }

/** The steps that the graph goes to one side: fewer, more, what they hold, and the number of runs of the next one. */
export function Steps({ side, steps, found }: StepsProps) {
  const address = useAddress()
  const to = (count: number) => changed(address, { [side]: count === 1 ? undefined : count })
  const isEnd = steps > 0 && found != null && !found.truncated
  return (
    <fieldset className="steps">
      <legend className="unseen">Steps {WORDS[side]}</legend>
      {steps > 0 ? (
        <Link className="button" to={to(steps - 1)} aria-label={`One step less ${WORDS[side]}`}>
          −
        </Link>
      ) : (
        <span className="button" aria-disabled="true">
          −
        </span>
      )}
      <span className="note" title={`Runs and versions ${WORDS[side]}`}>
        {counted(steps, 'step')} {WORDS[side]}
        {found != null && steps > 0 && `: ${found.total.toLocaleString()}`}
        {isEnd && ' (all)'}
      </span>
      {isEnd ? (
        <span className="button" aria-disabled="true">
          +
        </span>
      ) : (
        <Link className="button" to={to(steps + 1)} aria-label={`One step more ${WORDS[side]}${nextWords(found)}`}>
          + <NextCount found={found} />
        </Link>
      )}
    </fieldset>
  )
}

function NextCount({ found }: { found: Found | null | undefined }) {
  return found?.runsBeyond ? <small>{counted(found.runsBeyond, 'run')}</small> : null
}

const nextWords = (found: Found | null | undefined): string =>
  found?.runsBeyond ? `: ${counted(found.runsBeyond, 'run')}` : ''
