import { changed, type Tab } from '../address/address'
import { useAddress } from '../address/useAddress'
import { Link } from './Link'

/** The views that need no other thing; a path is reached from the graph and the table. */
const WORDS: readonly (readonly [Tab, string])[] = [
  ['overview', 'Overview'],
  ['graph', 'Graph'],
  ['table', 'Table'],
  ['compare', 'Compare'],
  ['facets', 'Facets'],
]

/** The views of a thing. */
export function Tabs() {
  const address = useAddress()
  const shown = address.tab ?? 'overview'
  return (
    <nav className="tabs" aria-label="Views of this thing">
      {WORDS.map(([tab, word]) => (
        <Link
          key={tab}
          to={changed(address, { tab: tab === 'overview' ? undefined : tab, select: undefined, to: undefined })}
          aria-current={tab === shown ? 'page' : undefined}
        >
          {word}
        </Link>
      ))}
    </nav>
  )
}
