import { Title } from './Title'

/** A thing of a kind that has no page: its URN alone. */
export function OtherView({ urn }: { urn: string }) {
  return (
    <main id="main" tabIndex={-1} data-view="other" data-view-ready="other">
      <Title urn={urn} />
      <p className="lead">
        This page shows datasets, models, jobs, flows and runs. Ask for <code>{urn}</code> by{' '}
        <a href="graphql">GraphQL</a>.
      </p>
    </main>
  )
}
