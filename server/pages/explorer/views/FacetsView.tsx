import { FacetsPage } from 'virtual:documents'
import { useAddress } from '../address/useAddress'
import { useAnswer } from '../api/useAnswer'
import { nameIfRun } from '../entities/run'
import { millisOf } from '../time/format'
import { Empty, OfNow } from '../ui/Card'
import { Moment } from '../ui/Moment'
import { Tabs } from '../ui/Tabs'
import { View } from '../ui/View'
import { Title } from './Title'
import { useRounds } from './useThing'

/** All facets of a thing, as they came. The store keeps the newest of each name: one that is newer than the moment is left out. */
export function FacetsView({ urn }: { urn: string }) {
  const { asOf } = useAddress()
  const [tries, again] = useRounds()
  const asked = useAnswer(FacetsPage, { urn }, tries)
  return (
    <View name="facets" title="Facets" asked={asked} again={again}>
      {({ entity }) => {
        const all =
          (entity && 'runFacets' in entity ? entity.runFacets : entity && 'facets' in entity ? entity.facets : null) ??
          []
        const facets = all.filter(({ time }) => asOf === undefined || millisOf(time) <= millisOf(asOf))
        return (
          <>
            <Title urn={urn} name={nameIfRun(entity)} />
            <Tabs />
            <p className="buttons spaced">
              <OfNow follows />
              {facets.length < all.length && (
                <span className="note">{all.length - facets.length} are of later events than this moment.</span>
              )}
            </p>
            {facets.length > 0 ? (
              <div className="stack">
                {facets.map((facet) => (
                  <section key={`${facet.scope} ${facet.name}`} className="card">
                    <header>
                      <h2>{facet.name}</h2>
                      <span className="note">
                        {facet.scope} · <Moment at={facet.time} />
                      </span>
                    </header>
                    <div className="body">
                      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reachable by keyboard */}
                      <pre tabIndex={0}>{JSON.stringify(facet.value, null, 2)}</pre>
                    </div>
                  </section>
                ))}
              </div>
            ) : (
              <Empty>
                {all.length > 0
                  ? 'The store keeps the newest facet of each name, and all of these came after this moment.'
                  : 'No event gave it a facet.'}
              </Empty>
            )}
          </>
        )
      }}
    </View>
  )
}
