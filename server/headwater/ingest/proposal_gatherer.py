"""Gather the proposals of requests, and accept them."""

from collections.abc import Sequence

from asyncpg import Connection

from headwater.dialects.problems import UnusableError
from headwater.errors import OverloadedError
from headwater.ingest.gathering import Gatherer
from headwater.store.merge import TOO_SLOW
from headwater.store.proposals import Accepted, Submission, accept


class ProposalGatherer(Gatherer[Submission, Accepted | UnusableError]):
    """The proposals of requests, in shared transactions, in the order of arrival."""

    part = "proposals"

    async def merge(self, connection: Connection, requests: Sequence[Submission]) -> Sequence[Accepted | UnusableError]:
        """Accept submissions in one transaction."""
        return await accept(connection, requests)

    async def merge_refused(
        self, connection: Connection, request: Submission, error: Exception
    ) -> Accepted | UnusableError:
        """Refuse a submission as a whole. Raises OverloadedError if it took too long."""
        if isinstance(error, TOO_SLOW):
            raise OverloadedError from error
        return UnusableError("merge.failed", f"the database refused the proposals: {error}")
