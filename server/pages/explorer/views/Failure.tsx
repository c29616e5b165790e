import type { DependencyReason } from '../api/types'
import { runName } from '../entities/run'
import { Card } from '../ui/Card'
import { ThingLink } from '../ui/Link'
import { Moment } from '../ui/Moment'
import { OutLink } from './JobView'
import type { Run } from './RunView'

/** The error of a run, its log, and the first failure inside it with what it took along. */
export function Failure({ run }: { run: Run }) {
  const first = run.failurePropagation?.firstFailure
  if (!run.error && !first && !run.log) return null
  return (
    <Card title={run.error || first ? 'What went wrong' : 'Log'}>
      <div className="stack">
        {run.error && (
          <div className="message tone-failure">
            <code>{run.error.message}</code>
          </div>
        )}
        {first && first.run.urn !== run.urn && <FirstFailure run={run} first={first} />}
        {run.log?.url && (
          <p>
            <OutLink url={run.log.url}>Open the log</OutLink>
          </p>
        )}
        {run.error?.stackTrace && <Long title="Stack trace" text={run.error.stackTrace} />}
        {run.log?.body && <Long title="Log" text={run.log.body} />}
      </div>
    </Card>
  )
}

const REASONS: Record<DependencyReason, string> = {
  CONTAINED: 'contains it, or is inside it',
  DATA: 'reads its data',
  JOB_ORDER: 'comes after it',
  RETRY: 'tries it again',
  RUN_REFERENCE: 'names it',
}

type First = NonNullable<NonNullable<Run['failurePropagation']>['firstFailure']>

function FirstFailure({ run, first }: { run: Run; first: First }) {
  const counts = run.failurePropagation?.counts
  return (
    <>
      <div className="message tone-failure">
        <p>
          <ThingLink urn={first.run.urn}>{runName(first.run)}</ThingLink> failed first, <Moment at={first.failedAt} />.
        </p>
        {first.message && <code>{first.message}</code>}
      </div>
      {counts && (
        <p className="note">
          Of {counts.total} runs inside it {counts.succeeded} succeeded, {counts.failed} failed, {counts.skipped}{' '}
          {counts.skipped === 1 ? 'was' : 'were'} skipped
          {counts.unfinished > 0 && `, ${counts.unfinished} are open`}.
        </p>
      )}
      {first.took && first.took.length > 0 && (
        <div>
          <h3>It took along</h3>
          <ul className="rows">
            {first.took.map(({ run: taken, reason }) => (
              <li key={taken.urn}>
                <span className="what">
                  <ThingLink urn={taken.urn}>{runName(taken)}</ThingLink>
                </span>
                <span className="when">{REASONS[reason]}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function Long({ title, text }: { title: string; text: string }) {
  return (
    <details>
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </details>
  )
}
