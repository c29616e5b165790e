import { changed } from '../address/address'
import { useAddress } from '../address/useAddress'
import { isData } from '../entities/names'
import { Link } from '../ui/Link'
import { Moment } from '../ui/Moment'

/** A moment before all reads. */
const EVER = '1970-01-01T00:00:00Z'

type Start = { readonly startTotal: number; readonly startReads: number | null }

/** Says that no known run wrote the data by the moment, and leads to the reads of its content since then. */
export function Unwritten({ start }: { start: Start | null | undefined }) {
  const address = useAddress()
  if (!address.urn || !isData(address.urn) || address.start) return null
  if (address.at) {
    const since = address.at === EVER ? 'ever' : <Moment at={address.at} />
    return (
      <p className="message tone-accent spaced">
        {start?.startReads ? (
          <>This begins at its reads since {since}.</>
        ) : (
          <>This begins at what it showed at that time.</>
        )}{' '}
        <Link to={changed(address, { at: undefined })}>Begin at what it shows</Link>
      </p>
    )
  }
  if (start?.startTotal !== 0 || start.startReads === null) return null
  return (
    <p className="message tone-stale spaced" role="status">
      No known run had written it by this moment, so only reads after it count.{' '}
      {address.asOf && (
        <>
          <Link to={changed(address, { at: address.asOf, asOf: undefined })}>Follow its reads since this moment</Link>{' '}
          until now, or{' '}
        </>
      )}
      <Link to={changed(address, { at: EVER })}>follow all of its reads</Link>.
    </p>
  )
}
