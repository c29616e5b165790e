import type { QualityPartsFragment } from '../api/types'
import { Icon } from '../ui/Icon'

/** Measurements and tests of a version; failed ones first. */
export function Quality({ items }: { items: readonly QualityPartsFragment[] }) {
  const checks = items.flatMap((item) => item.assertions).sort((a, b) => Number(a.success) - Number(b.success))
  const rows = items.find((item) => item.rowCount !== null)?.rowCount
  if (checks.length === 0 && rows == null) return null
  return (
    <div className="checks">
      {rows != null && <p>{rows.toLocaleString()} rows were counted.</p>}
      <ul>
        {checks.map((check, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: checks have no name of their own, and never move
          <li key={place} className={check.success === false ? 'tone-failure' : 'tone-success'}>
            <span className="tone">
              <Icon name={check.success === false ? 'cross' : 'check'} />{' '}
              {check.success === false ? 'failed' : 'passed'}
            </span>{' '}
            {check.assertion}
            {check.column && ` of ${check.column}`}
            {check.expected && `: expected ${check.expected}`}
            {check.actual && `, was ${check.actual}`}
          </li>
        ))}
      </ul>
    </div>
  )
}
