import { changed } from '../address/address'
import { useAddress } from '../address/useAddress'
import { Link } from '../ui/Link'

/** The way to an answer with what is possible, and back to one of what is certain. */
export function Possible() {
  const address = useAddress()
  const isPossible = address.certainty === 'POSSIBLE'
  return (
    <Link className="button" to={changed(address, { certainty: isPossible ? undefined : 'POSSIBLE' })}>
      {isPossible ? 'Only what is certain' : 'Add what is possible'}
    </Link>
  )
}
