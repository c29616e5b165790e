import { changed, TABS, type Tab } from '../address/address'
import { useAddress } from '../address/useAddress'
import { Link } from './Link'

const WORDS: Record<Tab, string> = {
  overview: 'Overview',
  graph: 'Graph',
  table: 'Table',
  compare: 'Compare',
  facets: 'Facets',
}

/** The views of a thing. */
export function Tabs() {
  const address = useAddress()
  const shown = address.tab ?? 'overview'
  return (
    <nav className="tabs" aria-label="Views of this thing">
      {TABS.map((tab) => (
        <Link
          key={tab}
          to={changed(address, { tab: tab === 'overview' ? undefined : tab, select: undefined })}
          aria-current={tab === shown ? 'page' : undefined}
        >
          {WORDS[tab]}
        </Link>
      ))}
    </nav>
  )
}
