import { changed } from '../address/address'
import { useAddress } from '../address/useAddress'
import { isData } from '../entities/names'
import { Link, ThingLink } from '../ui/Link'

/** Says that an answer begins at the write of one run, and not at what the data show at the moment. */
export function StartNote({ urn }: { urn: string }) {
  const address = useAddress()
  if (address.start === undefined || !isData(urn)) return null
  return (
    <p className="message tone-accent spaced">
      This begins at the write of <ThingLink urn={address.start}>one run</ThingLink>.{' '}
      <Link to={changed(address, { start: undefined })}>Begin at what the data show</Link>
    </p>
  )
}
