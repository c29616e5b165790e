import { useIsLost } from '../api/connection'
import { Icon } from './Icon'
import { Link } from './Link'
import { SearchBox } from './SearchBox'
import { useTheme } from './theme'

/** The top of each view: the way home, the search, the lost connection, the theme. */
export function Header() {
  const [theme, toggle] = useTheme()
  const isLost = useIsLost()
  return (
    <div className="bar">
      <Link to={{}} className="brand">
        <svg
          viewBox="0 0 24 24"
          width="22"
          height="22"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <path d="M4 4c0 6 8 5 8 12M12 3v13M20 4c0 6-8 5-8 12M12 16v5" />
        </svg>
        Headwater
      </Link>
      <SearchBox />
      <span role="status">
        {isLost && (
          <span className="badge tone-stale" title="The connection is lost. The page tries again, and then asks anew.">
            not live
          </span>
        )}
      </span>
      <nav aria-label="Other pages">
        <a href="graphql">GraphiQL</a>
        <button
          type="button"
          className="button"
          onClick={toggle}
          aria-label={`Use the ${theme === 'dark' ? 'light' : 'dark'} theme`}
        >
          <Icon name={theme === 'dark' ? 'sun' : 'moon'} size={15} />
        </button>
      </nav>
    </div>
  )
}
