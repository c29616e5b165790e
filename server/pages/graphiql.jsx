import 'graphiql/setup-workers/vite'
import { explorerPlugin } from '@graphiql/plugin-explorer'
import { createGraphiQLFetcher } from '@graphiql/toolkit'
import { GraphiQL } from 'graphiql'
import { parse } from 'graphql'
import { createRoot } from 'react-dom/client'
import 'graphiql/style.css'
import '@graphiql/plugin-explorer/style.css'

const { defaultQuery } = JSON.parse(document.getElementById('headwater-config').textContent)

// The API answers at the page's own address. A subscription's connection_init carries what the headers editor holds.
const url = location.origin + location.pathname
const fetchParsed = createGraphiQLFetcher({
  url,
  subscriptionUrl: url.replace(/^http/, 'ws'),
  enableIncrementalDelivery: false,
})

// Whether it is a subscription is read from the query itself: the editor parses what was typed only a moment later.
function fetcher(request, options) {
  return fetchParsed(request, { ...options, documentAST: parsed(request.query) ?? options?.documentAST })
}

function parsed(query) {
  try {
    return parse(query)
  } catch {
    return undefined // the server says what is wrong with it
  }
}

// The page's own address names what is in its editors, so that it can be sent to somebody. Not the headers: they hold tokens.
const named = new URLSearchParams(location.hash.slice(1))

function nameAsked({ tabs, activeTabIndex }) {
  const { query, variables } = tabs[activeTabIndex]
  const asked = Object.entries({ query, variables }).filter(([, text]) => text)
  history.replaceState(history.state, '', `#${new URLSearchParams(asked)}`)
}

// No history plugin: it writes the headers of every query, tokens included, to localStorage.
createRoot(document.getElementById('root')).render(
  <GraphiQL
    fetcher={fetcher}
    plugins={[explorerPlugin()]}
    defaultQuery={defaultQuery || undefined}
    initialQuery={named.get('query') ?? undefined}
    initialVariables={named.get('variables') ?? undefined}
    onTabChange={nameAsked}
  >
    <GraphiQL.Logo>
      Headwater <a href="docs">REST</a>
    </GraphiQL.Logo>
  </GraphiQL>,
)
