import { placeOf } from '../entities/names'
import { Empty } from '../ui/Card'
import { ThingLink } from '../ui/Link'

type ThingListProps = { urns: readonly string[]; total?: number; none: string }

/** Things by name and place, without repeats. */
export function ThingList({ urns, total, none }: ThingListProps) {
  const things = [...new Set(urns)]
  if (things.length === 0) return <Empty>{none}</Empty>
  return (
    <>
      <ul className="rows">
        {things.map((urn) => (
          <li key={urn}>
            <span className="what">
              <ThingLink urn={urn} />
            </span>
            <span className="when">{placeOf(urn)}</span>
          </li>
        ))}
      </ul>
      {total !== undefined && total > urns.length && (
        <p className="note">{total - urns.length} more are not listed here.</p>
      )}
    </>
  )
}

/** The URNs of the entities of a list, without those that are null. */
export function urnsOf(items: readonly { readonly entity: { readonly urn: string } | null }[] | undefined): string[] {
  return items?.flatMap((item) => (item.entity ? [item.entity.urn] : [])) ?? []
}
