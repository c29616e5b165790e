import { changed } from '../address/address'
import { useAddress } from '../address/useAddress'
import { Link } from '../ui/Link'
import { counted } from '../ui/words'

/** The runs within the start that an answer leaves out, or a way back from an answer with them. */
export function Within({ runs }: { runs: number }) {
  const address = useAddress()
  if (address.within) {
    return (
      <p className="note spaced">
        With the runs within it. <Link to={changed(address, { within: undefined })}>Leave these out</Link>
      </p>
    )
  }
  if (runs === 0) return null
  return (
    <p className="message tone-stale" role="status">
      Left out is what {counted(runs, 'run')} within it read and wrote:{' '}
      <Link to={changed(address, { within: 'true' })}>add these</Link>.
    </p>
  )
}
