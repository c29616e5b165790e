import type { SeenPartsFragment } from '../api/types'
import { runName } from '../entities/run'
import { Badge } from '../ui/Badge'
import { Empty } from '../ui/Card'
import { ThingLink } from '../ui/Link'
import { Moment } from '../ui/Moment'

type SeenInputsProps = { inputs: readonly SeenPartsFragment[]; attempts?: boolean }

/** Inputs of a run, each with the versions that the run saw. */
export function SeenInputs({ inputs, attempts = false }: SeenInputsProps) {
  if (inputs.length === 0) return <Empty>No event names an input.</Empty>
  return (
    <ul className="rows">
      {inputs.map((input) => (
        <li key={`${input.asset.urn} ${input.attempt} ${input.since}`}>
          <span className="what">
            <ThingLink urn={input.asset.urn} />
            {attempts && input.attempt > 1 && <span className="kind">attempt {input.attempt}</span>}
          </span>
          <span className="when">
            read <Moment at={input.since} />
          </span>
          <span className="under">
            {input.seen.length === 0 && 'No known run wrote these data: they came from outside.'}
            {input.seen.map(({ version, certainty }) => (
              <span key={`${version.run.urn} ${version.at}`} className="what">
                {version.isOpen ? 'unfinished write of' : 'written by'}{' '}
                <ThingLink urn={version.run.urn}>{runName(version.run)}</ThingLink> <Moment at={version.at} />
                {certainty === 'POSSIBLE' && <Badge word="POSSIBLE" />}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
