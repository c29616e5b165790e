"""A first load: the cost of an event in each stretch, from an empty store on.

Every second run belongs to one job, which writes the same two datasets each time, so a job and datasets grow large.
Autovacuum is off: it runs once a minute, at a random point of the load.
"""

from itertools import islice

from headwater.store.connections import connect_to_merge

from cpu import session_seconds
from merging import merge_steps, read_steps
from payloads import any_job, bodies

STRETCH = 1000

_NO_AUTOVACUUM = """
DO $$
DECLARE
    of_store regclass;
BEGIN
    FOR of_store IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
        EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = off)', of_store);
    END LOOP;
END $$"""


async def stretches(database_url: str, count: int, step: int) -> list[float]:
    """Return the session's CPU an event in each stretch of a load, in seconds; the database is migrated and empty."""
    connection = await connect_to_merge(database_url)
    await connection.execute(_NO_AUTOVACUUM)
    source, costs = bodies(job_of=_often_the_first), []
    for _ in range(count):
        steps = read_steps(islice(source, STRETCH), step)
        before = session_seconds(connection)
        await merge_steps(connection, steps)
        costs.append((session_seconds(connection) - before) / STRETCH)
    await connection.close()
    return costs


def _often_the_first(number: int) -> int:
    return 0 if number % 2 else any_job(number)
