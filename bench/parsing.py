"""Python's share of a merge: an event parsed and its facts encoded for Postgres, and `json.loads` of its bytes."""

import json
import statistics
import time
from itertools import islice, pairwise
from typing import NamedTuple

from headwater.store.pool import connect_to_merge

from merging import LARGE, merge_steps, read_steps
from payloads import JOBS, bodies


class Python(NamedTuple):
    """This process's CPU an event, in seconds."""

    json: float
    parse: float
    encode: float


async def python_cpu(database_url: str, rounds: int) -> Python:
    """Medians of rounds of 1,000 events, in a migrated, empty database.

    Encoding is what this process does for a merge of facts that are read: the driver's work, and the answer's.
    """
    connection = await connect_to_merge(database_url)
    source = bodies()
    await merge_steps(connection, read_steps(islice(source, 2 * JOBS)))
    found = []
    for _ in range(rounds):
        page = list(islice(source, LARGE))
        times = [time.process_time()]
        for body in page:
            json.loads(body)
        times.append(time.process_time())
        steps = read_steps(page)
        times.append(time.process_time())
        await merge_steps(connection, steps)
        times.append(time.process_time())
        found.append(Python(*((after - before) / LARGE for before, after in pairwise(times))))
    await connection.close()
    return Python(*(statistics.median(column) for column in zip(*found, strict=True)))
