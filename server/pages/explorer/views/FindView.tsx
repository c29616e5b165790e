import { Find } from 'virtual:documents'
import { elsewhere } from '../address/address'
import { useAddress } from '../address/useAddress'
import type { FindQuery, FoundFragment } from '../api/types'
import { useAnswer } from '../api/useAnswer'
import { nameOf, placeOf } from '../entities/names'
import { runName, startOf, stateOf } from '../entities/run'
import { useShowOnStrip } from '../time/strip'
import { Badge } from '../ui/Badge'
import { Card, OfNow } from '../ui/Card'
import { Link } from '../ui/Link'
import { Moment } from '../ui/Moment'
import { View } from '../ui/View'
import { useMoments, useRounds } from './useThing'

const GROUPS: readonly [keyof FindQuery & ('datasets' | 'jobs' | 'flows' | 'models' | 'runs'), string][] = [
  ['datasets', 'Datasets'],
  ['jobs', 'Jobs'],
  ['flows', 'Flows'],
  ['models', 'Models'],
  ['runs', 'Runs'],
]

const NO_RUNS: [] = []

/** The results of a search, in groups by kind. */
export function FindView({ text }: { text: string }) {
  const [tries, again] = useRounds()
  const asked = useAnswer(Find, { text, point: useMoments(tries).point }, tries)
  useShowOnStrip('find', NO_RUNS)
  return (
    <View name="find" title={`“${text}”`} asked={asked} again={again}>
      {(data) => <Results data={data} text={text} />}
    </View>
  )
}

function Results({ data, text }: { data: FindQuery; text: string }) {
  const groups = GROUPS.filter(([group]) => data[group]?.nodes.length)
  if (groups.length === 0) {
    return (
      <div className="title">
        <h1>Nothing is named like “{text}”</h1>
        <p className="lead">
          Each word has to begin a word of the name. Try the first letters of a part of it, or a whole run id.
        </p>
      </div>
    )
  }
  return (
    <div className="stack">
      <div className="title">
        <div className="line">
          <h1>Results for “{text}”</h1>
          <OfNow />
        </div>
        <p className="note">
          <kbd>↓</kbd> <kbd>↑</kbd> choose, <kbd>Enter</kbd> opens.
        </p>
      </div>
      {groups.map(([group, title]) => (
        <Card key={group} title={title} note={totalOf(data[group])}>
          <ul className="hits">
            {data[group]?.nodes.map((node) => (
              <li key={node.urn}>
                <Hit node={node} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}

function Hit({ node }: { node: FoundFragment['nodes'][number] }) {
  const address = useAddress()
  const run = 'stateAt' in node ? node : null
  return (
    <Link to={elsewhere(address, { urn: node.urn })} title={node.urn}>
      <b>{run ? runName(run) : nameOf(node.urn)}</b>
      {run ? (
        <>
          <Badge word={stateOf(run)} />
          <span className="note">
            <Moment at={startOf(run)} /> · {nameOf(node.urn)}
          </span>
        </>
      ) : (
        <span className="note">{placeOf(node.urn)}</span>
      )}
    </Link>
  )
}

function totalOf(found: FoundFragment | null): string | undefined {
  return found && found.totalCount > found.nodes.length
    ? `the first ${found.nodes.length} of ${found.totalCount}`
    : undefined
}
