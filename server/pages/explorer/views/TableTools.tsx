import { type ReactNode, useId } from 'react'
import { changed } from '../address/address'
import { change, useAddress } from '../address/useAddress'
import type { TableQuery } from '../api/types'
import { ColumnChoice } from '../graph/ColumnChoice'
import { Link } from '../ui/Link'
import { Possible } from './Possible'

/** The controls of the table: its direction, its certainty, its filter and its column. */
export function TableTools({ start, children }: { start: TableQuery['strip']; children: ReactNode }) {
  const address = useAddress()
  const id = useId()
  const { filter = '' } = address
  const isUp = address.direction === 'UPSTREAM'
  return (
    <div className="tools">
      <span className="buttons">
        <Link className="button" aria-current={!isUp} to={changed(address, { direction: undefined })}>
          What it reached
        </Link>
        <Link className="button" aria-current={isUp} to={changed(address, { direction: 'UPSTREAM' })}>
          Where it came from
        </Link>
      </span>
      <Possible />
      <span className="buttons">
        <label htmlFor={id} className="note">
          Filter
        </label>
        <input
          id={id}
          className="field"
          value={filter}
          onChange={({ target }) => change({ filter: target.value || undefined }, { replace: true })}
          placeholder="such as at_risk orders"
        />
      </span>
      <ColumnChoice start={start} />
      {children}
    </div>
  )
}
