import { changed, elsewhere } from '../address/address'
import { useAddress } from '../address/useAddress'
import { Badge } from '../ui/Badge'
import { Link, ThingLink } from '../ui/Link'
import { Moment } from '../ui/Moment'
import type { Drawn, GraphNode } from './merge'
import { countWords, effectsOf, roleWord } from './words'

type DetailsProps = { node: GraphNode; path: readonly string[]; drawn: Drawn }

/** The chosen node: its facts, the path to it as the reason, and what can be done with it. */
export function Details({ node, path, drawn }: DetailsProps) {
  const address = useAddress()
  const byKey = new Map(drawn.nodes.map((one) => [one.key, one]))
  const unfolded = address.expand ?? []
  // Path points are runs: of a version, the one that wrote it. A job at risk has no run yet, and a group of versions many.
  const reached = node.role === 'RUN' ? node.urn : node.madeBy
  const isBefore = drawn.nodes.some(({ key, role }) => role === 'START' && key === path.at(-1))
  const direction = isBefore ? 'UPSTREAM' : undefined
  const isUnfolded = node.template !== null && unfolded.includes(node.template)
  return (
    <aside className="card details" aria-label="The chosen node">
      <header>
        <h2>{node.name}</h2>
      </header>
      <div className="body stack">
        <p className="buttons">
          <span className="kind">{roleWord(node)}</span>
          {effectsOf(node).map((word) => (
            <Badge key={word} word={word} />
          ))}
        </p>
        <dl className="facts">
          <dt>Holds</dt>
          <dd>{countWords(node)}</dd>
          <dt>{node.count > 1 ? 'First' : 'Time'}</dt>
          <dd>
            <Moment at={node.from} />
          </dd>
          {node.count > 1 && (
            <>
              <dt>Last</dt>
              <dd>
                <Moment at={node.until} />
              </dd>
            </>
          )}
          <dt>Steps away</dt>
          <dd>{node.depth}</dd>
          {node.states.map(({ state, total }) => (
            <div key={state} className="pair">
              <dt>
                <Badge word={state} />
              </dt>
              <dd>{total}</dd>
            </div>
          ))}
        </dl>
        <p className="buttons">
          <ThingLink urn={node.urn} className="button">
            Open
          </ThingLink>
          {node.madeBy && (
            <>
              <ThingLink urn={node.madeBy} className="button">
                Open its writer
              </ThingLink>
              <Link className="button" to={elsewhere(address, { urn: node.urn, start: node.madeBy, tab: 'graph' })}>
                Begin here
              </Link>
            </>
          )}
          {node.folding !== 'NONE' && (
            <Link className="button" to={changed(address, { expand: [...unfolded, node.urn], select: undefined })}>
              Ungroup
            </Link>
          )}
          {isUnfolded && (
            <Link
              className="button"
              to={changed(address, { expand: unfolded.filter((urn) => urn !== node.template), select: undefined })}
            >
              Group its job again
            </Link>
          )}
          <Link className="button" to={changed(address, { select: undefined })}>
            Close
          </Link>
        </p>
        {path.length > 1 && (
          <div>
            <h3>Why it is here</h3>
            {reached !== null && (
              <p>
                <Link to={changed(address, { tab: 'path', to: reached, direction, select: undefined })}>
                  The path run by run
                </Link>
              </p>
            )}
            <ol className="path">
              {path.map((key) => {
                const step = byKey.get(key)
                return (
                  <li key={key} data-role={step?.role}>
                    <Link to={changed(address, { select: key })}>{step?.name}</Link>{' '}
                    <span className="kind">{step && roleWord(step)}</span>
                  </li>
                )
              })}
            </ol>
          </div>
        )}
      </div>
    </aside>
  )
}
