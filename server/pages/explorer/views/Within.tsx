import { changed } from '../address/address'
import { useAddress } from '../address/useAddress'
import { Link } from '../ui/Link'
import { counted } from '../ui/words'

/** The server counts no further. */
const MOST = 10_000

/** The number of runs directly within a start, for a sentence. */
export const withinOf = (runs: number): string =>
  runs < MOST
    ? `${counted(runs, 'run')} directly within ${runs === 1 ? 'is' : 'are'}`
    : `${MOST.toLocaleString()} or more runs directly within are`

/** The runs within the start that an answer leaves out, or a way back from an answer with them. */
export function Within({ runs, isAsked }: { runs: number; isAsked: boolean }) {
  const address = useAddress()
  if (isAsked) {
    return (
      <p className="note spaced">
        With all runs within. <Link to={changed(address, { within: undefined })}>Leave these out</Link>
      </p>
    )
  }
  if (runs === 0) return null
  return (
    <p className="message tone-stale" role="status">
      {withinOf(runs)} left out: <Link to={changed(address, { within: 'true' })}>add all within</Link>.
    </p>
  )
}
