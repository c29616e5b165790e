import { changed } from '../address/address'
import { useAddress } from '../address/useAddress'
import type { EffectPartsFragment } from '../api/types'
import { readWords } from '../entities/risk'
import { Badge } from '../ui/Badge'
import { Card, Empty } from '../ui/Card'
import { Link, ThingLink } from '../ui/Link'
import { Moment } from '../ui/Moment'
import { counted } from '../ui/words'
import { withinOf } from './Within'

const MOST_JOBS = 10

type Impact = (EffectPartsFragment & { startTotal?: number; runsWithin?: number }) | null

/** The jobs that have worked on a write, or on what a run wrote; isOld: on what a failed run did not replace. */
export function Since({ impact, isOld = false }: { impact: Impact; isOld?: boolean }) {
  const address = useAddress()
  if (impact === null) {
    return (
      <Card title="What it reached">
        <Unanswered />
      </Card>
    )
  }
  return (
    <Card
      title={isOld ? 'What has worked on old data since' : 'What has worked on it since'}
      note={<Link to={changed(address, { tab: 'table', direction: undefined })}>as a table</Link>}
    >
      {impact.levels.every((level) => level.runs === 0) ? (
        <Empty>
          {impact.startTotal === 0
            ? 'It shows no write of a known run at this moment. The table leads to its reads.'
            : impact.runsWithin
              ? 'No run has read since what it wrote itself.'
              : 'No run has read it since.'}
        </Empty>
      ) : (
        <>
          <p>
            {summaryOf(impact)}
            {impact.truncated && ' The answer was cut: there are more.'}
          </p>
          <ul className="rows">
            {impact.totalsByTemplate?.slice(0, MOST_JOBS).map(({ template, total }) => (
              <li key={template.urn}>
                <span className="what">
                  <ThingLink urn={template.urn} />
                </span>
                <span className="when">{counted(total, 'run')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {impact.runsWithin ? (
        <p>
          {withinOf(impact.runsWithin)} left out:{' '}
          <Link to={changed(address, { tab: 'table', direction: undefined, within: 'true' })}>
            a table with all within
          </Link>
          .
        </p>
      ) : null}
    </Card>
  )
}

/** Stands for an answer with an error, which the view tells. */
function Unanswered() {
  return <Empty>No answer: the message above says why.</Empty>
}

type NextProps = {
  impact: Impact
  /** True for a run that goes on: nothing reads what it has not written. */
  isOpen?: boolean
}

/** The jobs that would read affected data next: those to stop, if the data are bad. */
export function Next({ impact, isOpen = false }: NextProps) {
  if (!impact?.atRisk) {
    return (
      <Card title="What is next">
        {impact ? <Empty>The answer took too long. Open the table, or ask for fewer steps.</Empty> : <Unanswered />}
      </Card>
    )
  }
  const jobs = Map.groupBy(impact.atRisk, (risk) => risk.template.urn)
  return (
    <Card title="What is next" note={jobs.size > 0 ? 'would read it' : undefined}>
      {jobs.size === 0 ? (
        <Empty>
          {isOpen
            ? 'The run goes on. Open one of its outputs to see the jobs that read it.'
            : impact.runsWithin
              ? 'No job would read next what it wrote itself.'
              : impact.startTotal === 0
                ? 'It shows no write of a known run at this moment, so no next reader is told.'
                : 'No job would read it next.'}
        </Empty>
      ) : (
        <ul className="rows">
          {[...jobs].map(([urn, risks]) => (
            <li key={urn}>
              <span className="what">
                <Badge word="AT_RISK" />
                <ThingLink urn={urn} />
              </span>
              <span className="when">
                last ran <Moment at={risks[0]?.latestRun.created?.time} />
              </span>
              <span className="under">{readWords(risks)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function summaryOf({ levels, totalsByTemplate }: EffectPartsFragment): string {
  const runs = levels.reduce((sum, level) => sum + level.runs, 0)
  const jobs = totalsByTemplate?.length ?? 0
  const many = jobs > MOST_JOBS ? `more than ${MOST_JOBS} jobs` : counted(jobs, 'job')
  return `${counted(runs, 'run')} of ${many}, up to ${counted(levels.at(-1)?.depth ?? 0, 'step')} away.`
}
