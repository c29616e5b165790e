import type { CompareQuery, InputChange } from '../api/types'
import { runName, startOf, stateOf } from '../entities/run'
import { showDuration } from '../time/format'
import { Badge } from '../ui/Badge'
import { Card, Empty } from '../ui/Card'
import { ThingLink } from '../ui/Link'
import { Moment } from '../ui/Moment'
import { counted } from '../ui/words'

type Diff = NonNullable<CompareQuery['lineageDiff']>

const CHANGES: Record<InputChange, { sign: string; word: string; tone: string }> = {
  ONLY_LEFT: { sign: '−', word: 'only on the left', tone: 'tone-failure' },
  ONLY_RIGHT: { sign: '+', word: 'only on the right', tone: 'tone-success' },
  OTHER: { sign: '≠', word: 'another version', tone: 'tone-running' },
  UNKNOWN: { sign: '?', word: 'unknown writer', tone: 'tone-stale' },
  SAME: { sign: '=', word: 'the same', tone: 'tone-skipped' },
}

/** The differences of two runs or moments: their figures, their inputs, their outputs. */
export function Difference({ difference }: { difference: Diff }) {
  return (
    <div className="stack">
      {difference.truncated && (
        <p className="message tone-stale" role="status">
          The comparison was cut: inputs farther away may differ, too.
        </p>
      )}
      {difference.runs && <Sides runs={difference.runs} />}
      {difference.runs && difference.runs.outputs.length > 0 && <Outputs outputs={difference.runs.outputs} />}
      <Inputs inputs={difference.inputs} />
      {difference.runs && <Differences runs={difference.runs} />}
    </div>
  )
}

function Sides({ runs }: { runs: NonNullable<Diff['runs']> }) {
  return (
    <div className="columns">
      {[['Left', runs.left] as const, ['Right', runs.right] as const].map(([side, run]) => (
        <Card key={side} title={side}>
          <p className="buttons">
            <ThingLink urn={run.urn}>{runName(run)}</ThingLink>
            <Badge word={stateOf(run)} />
            <span className="note">
              <Moment at={startOf(run)} />
              {run.stateAt?.durationMillis != null && ` · ${showDuration(run.stateAt.durationMillis)}`}
            </span>
          </p>
        </Card>
      ))}
    </div>
  )
}

function Differences({ runs }: { runs: NonNullable<Diff['runs']> }) {
  return (
    <Card title="What else differs">
      {runs.differences.length === 0 ? (
        <Empty>Their job, state, attempt, duration and facets are the same.</Empty>
      ) : (
        <div className="scroll">
          <table>
            <caption className="unseen">Differences of the runs</caption>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Left</th>
                <th scope="col">Right</th>
              </tr>
            </thead>
            <tbody>
              {runs.differences.map((one) => (
                <tr key={`${one.kind} ${one.facet}`}>
                  <th scope="row">{one.facet ?? one.kind.toLowerCase()}</th>
                  <td>{inWords(one.kind, one.left)}</td>
                  <td>{inWords(one.kind, one.right)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

function Inputs({ inputs }: { inputs: Diff['inputs'] }) {
  return (
    <Card title="What they read" note={inputs ? `${counted(inputs.total, 'input')}, up to 3 runs away` : undefined}>
      {!inputs?.inputs.length ? (
        <Empty>Neither side has a known input.</Empty>
      ) : (
        <div className="scroll">
          <table>
            <caption className="unseen">Inputs of both sides</caption>
            <thead>
              <tr>
                <th scope="col">Change</th>
                <th scope="col">Data</th>
                <th scope="col">Left</th>
                <th scope="col">Right</th>
                <th scope="col" className="number">
                  Steps away
                </th>
              </tr>
            </thead>
            <tbody>
              {inputs.inputs.map((input) => {
                const { sign, word, tone } = CHANGES[input.change]
                return (
                  <tr key={`${input.asset.urn} ${input.depth}`}>
                    <td>
                      <span className={`badge ${tone}`}>
                        {sign} {word}
                      </span>
                    </td>
                    <td>
                      <ThingLink urn={input.asset.urn} />
                    </td>
                    <td>
                      <Version versions={input.left} />
                    </td>
                    <td>
                      <Version versions={input.right} />
                    </td>
                    <td className="number">{input.depth}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

function Version({ versions }: { versions: NonNullable<Diff['inputs']>['inputs'][number]['left'] }) {
  const version = versions?.[0]
  if (!version) return <span className="note">no known version</span>
  return (
    <>
      <Moment at={version.at} /> by <ThingLink urn={version.run.urn}>{runName(version.run)}</ThingLink>
    </>
  )
}

function Outputs({ outputs }: { outputs: NonNullable<Diff['runs']>['outputs'] }) {
  return (
    <Card title="What they wrote">
      <div className="scroll">
        <table>
          <caption className="unseen">Outputs of both sides</caption>
          <thead>
            <tr>
              <th scope="col">Data</th>
              <th scope="col" className="number">
                Rows, left
              </th>
              <th scope="col" className="number">
                Rows, right
              </th>
            </tr>
          </thead>
          <tbody>
            {outputs.map(({ asset, left, right }) => (
              <tr key={asset.urn}>
                <td>
                  <ThingLink urn={asset.urn} />
                </td>
                <td className="number">{left?.rowCount?.toLocaleString() ?? '–'}</td>
                <td className="number">{right?.rowCount?.toLocaleString() ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

function inWords(kind: string, value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (kind === 'DURATION' && typeof value === 'number') return showDuration(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
