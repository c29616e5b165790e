"""The parts of the shop's story that documentation, queries and tests refer to.

On 14 October the supplier's price feed held 412 rows in place of about 48,000. The load succeeded and replaced all
prices. The feed did not change on the next days, so the load was skipped and the DAG stayed green. On the morning of
the 17th a person ran the load again, with a corrected feed. The model that was trained in between stayed in use until
the next training, on the 22nd. In the last hour of the history a worker was killed: its run and the DAG's never end.
"""

from datetime import UTC, date, datetime

from headwater.demo.ids import run_id

FIRST_DAY = date(2026, 9, 1)
LAST_DAY = date(2026, 10, 31)

BAD_JOB = ("airflow-prod", "prices.load_supplier_prices")
BAD_RUN_ID = run_id(*BAD_JOB, "scheduled__2026-10-14T02:00:00+00:00/1")
BAD_AT = datetime(2026, 10, 14, 2, 10, 24, tzinfo=UTC)
BAD_ROWS = 412

PRICES = ("postgres://shop-db:5432", "shop.public.prices")

FEED_STUCK = (date(2026, 10, 15), date(2026, 10, 16), date(2026, 10, 17))

REPAIR_RUN_ID = run_id(*BAD_JOB, "manual__2026-10-17T08:50:00+00:00/1")
REPAIRED_AT = datetime(2026, 10, 17, 9, 0, tzinfo=UTC)

PINNED_ENDS = {BAD_RUN_ID: BAD_AT, REPAIR_RUN_ID: REPAIRED_AT}
"""Runs whose end the story fixes; all others take a random time."""

LAST_DAG_RUN = "scheduled__2026-10-31T19:00:00+00:00"
HUNG_RUN_IDS = frozenset(
    {
        run_id("airflow-prod", "orders", LAST_DAG_RUN),
        run_id("airflow-prod", "orders.aggregate_clicks", f"{LAST_DAG_RUN}/1"),
    }
)
"""Runs without an end: a task whose worker was killed, and its DAG run."""

REVENUE_FAILED_ON = date(2026, 9, 24)
"""A Thursday: `daily_revenue` fails for good, and the model is trained on the day before's table."""

DATABASE_DOWN = (datetime(2026, 9, 18, 10, tzinfo=UTC), datetime(2026, 9, 18, 12, tzinfo=UTC))
"""The first and last hour in which all reads of the shop's database fail for good."""

BACKFILL_ON = date(2026, 10, 6)
BACKFILL_OF = (date(2026, 9, 7), date(2026, 9, 13))
"""On `BACKFILL_ON` the marts of this week are made again, one day after the other."""
