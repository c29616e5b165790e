import { Graph } from 'virtual:documents'
import { useMemo } from 'react'
import { changed, type Folding } from '../address/address'
import { useAddress } from '../address/useAddress'
import type { GraphQuery, GraphQueryVariables } from '../api/types'
import { useAnswer } from '../api/useAnswer'
import { liveFilter } from '../entities/live'
import { nameOf } from '../entities/names'
import { nameIfRun, newestRuns, onStrip } from '../entities/run'
import { startAt } from '../entities/start'
import { Canvas } from '../graph/Canvas'
import { ColumnChoice } from '../graph/ColumnChoice'
import { Details } from '../graph/Details'
import { useLayout } from '../graph/layout'
import { type GraphNode, joined } from '../graph/merge'
import { pathTo } from '../graph/path'
import { Steps } from '../graph/Steps'
import { effectsOf } from '../graph/words'
import { millisOf } from '../time/format'
import { type StripRun, useShowOnStrip, useStopsBeside } from '../time/strip'
import { Empty } from '../ui/Card'
import { type CopyItem, CopyMenu } from '../ui/Copy'
import { Link } from '../ui/Link'
import { Tabs } from '../ui/Tabs'
import { View } from '../ui/View'
import { Legend } from './Legend'
import { Possible } from './Possible'
import { StartNote } from './StartNote'
import { Title } from './Title'
import { drawingOf, questionItems } from './takeAlong'
import { Unwritten } from './Unwritten'
import { useMoments, useNews, useRounds } from './useThing'
import { Within } from './Within'

const MOST_NODES = 300

/** The graph around a thing: one step to each side at first, folded by the server. */
export function GraphView({ urn }: { urn: string }) {
  const address = useAddress()
  const { up = 1, down = 1 } = address
  const [tries, again] = useRounds()
  const news = useNews(liveFilter(urn))
  const { point } = useMoments(tries + news.round)
  const variablesAt = (asOf: string | null): GraphQueryVariables => ({
    ...startAt(urn, address),
    point: { ...point, asOf },
    up: Math.max(up, 1),
    down: Math.max(down, 1),
    withUp: up > 0,
    withDown: down > 0,
    maxNodes: up > 0 && down > 0 ? MOST_NODES / 2 : MOST_NODES,
    folding: address.fold ?? 'JOB',
    unfold: address.expand ? [...address.expand] : null,
  })
  const asked = useAnswer(
    Graph,
    variablesAt(point.asOf),
    tries + news.round,
    useStopsBeside(point.asOf).map(variablesAt),
  )
  return (
    <View
      name="graph"
      title={`Graph of ${nameOf(urn)}`}
      asked={asked}
      again={again}
      essential={['upstream', 'downstream']}
    >
      {(data) => (
        <>
          <Title urn={urn} name={nameIfRun(data.strip)} />
          <Tabs />
          <StartNote urn={urn} />
          <Drawing data={data} variables={variablesAt(point.asOf)} changed={news.changed} />
        </>
      )}
    </View>
  )
}

type DrawingProps = { data: GraphQuery; variables: GraphQueryVariables; changed: ReadonlySet<string> }

/** The runs of the drawing on the strip of time. */
const stripOf = (nodes: readonly GraphNode[]): StripRun[] =>
  nodes.flatMap(({ role, from, until, key, states }) => {
    const at = until ?? from
    return role === 'RUN' && at !== null ? [{ at: millisOf(at), state: states[0]?.state ?? 'UNKNOWN', urn: key }] : []
  })

function Drawing({ data, variables, changed: fresh }: DrawingProps) {
  const address = useAddress()
  const { up = 1, down = 1 } = address
  const drawn = useMemo(() => joined(data.upstream?.graph, data.downstream?.graph), [data])
  const layout = useLayout(drawn)
  useShowOnStrip(
    `graph ${address.urn}`,
    useMemo(() => [...onStrip(newestRuns(data.strip)), ...stripOf(drawn.nodes)], [data.strip, drawn]),
  )
  const path = useMemo(() => (address.select ? pathTo(drawn, address.select) : []), [drawn, address.select])
  const node = drawn.nodes.find((one) => one.key === address.select)
  const isPossible = address.certainty === 'POSSIBLE'
  const sides = [data.upstream, data.downstream]
  const tools = (
    <div className="tools">
      <Steps side="up" steps={up} found={data.upstream} />
      <Steps side="down" steps={down} found={data.downstream} />
      <Possible />
      <Fold />
      <ColumnChoice start={data.strip} />
      <CopyMenu items={itemsOf(variables)} />
    </div>
  )
  if (sides.some((side) => side?.graph === null)) {
    return (
      <>
        {tools}
        <Empty>The graph took too long, or is too large to group. Go fewer steps, or read the table.</Empty>
      </>
    )
  }
  // The view tells why a side has no answer.
  if (drawn.nodes.length === 0 && sides.includes(null)) return tools
  return (
    <>
      {tools}
      <Unwritten start={data.downstream} />
      <Within runs={data.downstream?.runsWithin ?? data.upstream?.runsWithin ?? 0} isAsked={variables.containment} />
      <Legend effects={drawn.nodes.flatMap(effectsOf)} />
      {isPossible && ![...drawn.nodes, ...drawn.edges].some(({ certainty }) => certainty === 'POSSIBLE') && (
        <p className="note spaced">All that is shown is certain.</p>
      )}
      {drawn.omittedEdges > 0 && (
        <p className="message tone-stale spaced" role="status">
          {drawn.omittedEdges.toLocaleString()} lines are not drawn: too many for a graph that can be read.
        </p>
      )}
      {drawn.omitted > 0 && (
        <p className="message tone-stale spaced" role="status">
          {drawn.omitted.toLocaleString()} of {drawn.total.toLocaleString()} are not drawn, the farthest: a graph has at
          most {MOST_NODES} nodes. Go fewer steps, group what is open, or read the table.
        </p>
      )}
      {drawn.nodes.length === 0 ? (
        <Empty>Nothing is known before or after it at this moment. Move the slider to a later one.</Empty>
      ) : (
        <div className="graph" data-chosen={node !== undefined}>
          <section className="canvas" aria-label="Graph" data-laid-out={layout?.drawn === drawn}>
            {layout && <Canvas layout={layout} chosen={address.select} path={path} changed={fresh} />}
          </section>
          {node && <Details node={node} path={path} drawn={drawn} />}
        </div>
      )}
    </>
  )
}

/** The graph's answers as pictures of all steps, and the question. */
function itemsOf({
  urn,
  madeBy,
  at,
  columns,
  point,
  certainty,
  containment,
  ...variables
}: GraphQueryVariables): CopyItem[] {
  const asked = { urn, madeBy, at, columns, point, certainty, containment }
  const after = { ...asked, direction: 'DOWNSTREAM' } as const
  const before = { ...asked, direction: 'UPSTREAM' } as const
  return [
    { label: 'SVG of all after it', text: () => drawingOf({ ...after, format: 'SVG' }), file: 'after.svg' },
    { label: 'SVG of all before it', text: () => drawingOf({ ...before, format: 'SVG' }), file: 'before.svg' },
    { label: 'Mermaid of all after it', text: () => drawingOf({ ...after, format: 'MERMAID' }) },
    { label: 'Mermaid of all before it', text: () => drawingOf({ ...before, format: 'MERMAID' }) },
    ...questionItems({ ...asked, ...variables }, Graph.text),
  ]
}

const FOLDS: readonly (readonly [Folding | undefined, string])[] = [
  [undefined, 'Jobs'],
  ['NONE', 'Every run'],
  ['FLOW', 'Flows'],
]

/** The grouping of the graph: each run, or the runs of one job or flow as one node. */
function Fold() {
  const address = useAddress()
  return (
    <nav className="buttons" aria-label="Grouping">
      {FOLDS.map(([fold, word]) => (
        <Link
          key={word}
          className="button"
          aria-current={address.fold === fold && address.expand === undefined ? 'true' : undefined}
          to={changed(address, { fold, expand: undefined, select: undefined })}
        >
          {word}
        </Link>
      ))}
    </nav>
  )
}
