import type { FrontQuery } from '../api/types'
import { Link } from '../ui/Link'

const PRICES = 'urn:li:dataset:(urn:li:dataPlatform:postgres,//shop-db:5432/shop.public.prices,PROD)'
const JOB = 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,orders,airflow-prod),orders.refresh_price_cache)'
const FAILED_NIGHT = 'urn:li:dataProcessInstance:c934242f-62f5-5ad6-9fe6-d783b71c5d00'

/** The stories of the demo, if the newest runs are the demo's. */
export function Stories({ data }: { data: FrontQuery }) {
  const hung = data.hung?.runs?.find((run) => run !== null)
  if (!data.newest?.nodes.some((run) => run.parentTemplate?.urn === JOB)) return null
  return (
    <nav className="stories" aria-label="Stories of the demo">
      <Link to={{ urn: PRICES, asOf: '2026-10-15T08:00:00Z' }}>
        <b>The bad prices</b>
        <span>A feed broke on 14 October. Who wrote the table, and what has used it by the next morning?</span>
      </Link>
      <Link to={{ urn: FAILED_NIGHT }}>
        <b>A failed night</b>
        <span>A DAG run ended red. Which run failed first, and what did it take along?</span>
      </Link>
      {hung && (
        <Link to={{ urn: hung.urn }}>
          <b>A hung run</b>
          <span>Its worker was killed: it began, and never ended. How long do such runs take?</span>
        </Link>
      )}
    </nav>
  )
}
