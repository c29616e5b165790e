import { useId } from 'react'
import { change, useAddress } from '../address/useAddress'
import type { TableQuery } from '../api/types'

/** The column of a dataset that the answer follows. Nothing is drawn for things without columns. */
export function ColumnChoice({ start }: { start: TableQuery['strip'] }) {
  const id = useId()
  const { columns } = useAddress()
  const known = start !== null && 'openlineage' in start ? (start.openlineage?.schemaFields ?? []) : []
  const names = [...new Set([...(columns ?? []), ...known.flatMap(({ name }) => name ?? [])])]
  if (names.length === 0) return null
  return (
    <span className="buttons">
      <label htmlFor={id}>Column</label>
      <select
        id={id}
        className="field"
        value={columns?.[0] ?? ''}
        onChange={({ target }) => change({ columns: target.value ? [target.value] : undefined, select: undefined })}
      >
        <option value="">all</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </span>
  )
}
