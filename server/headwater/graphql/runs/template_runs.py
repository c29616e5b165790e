"""The runs of a job or a flow, read together with it. Like DataHub, this lists only runs with an event."""

from dataclasses import dataclass
from typing import Final

from headwater.errors import BadRequestError
from headwater.execution.selections import only_arguments
from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.lookup import SomeEntity, expect_entity
from headwater.graphql.offset_paging import stored_page
from headwater.graphql.runs.page import AskedPage, StoredRuns, asked_page
from headwater.store.run_reader import CountedRuns, RunsOfTemplate, TemplateRuns
from headwater.urn import DATA_FLOW, DATA_JOB, parse_named

_RUNS_OF: Final[dict[str, RunsOfTemplate]] = {DATA_JOB: "templates", DATA_FLOW: "flows"}


@dataclass(frozen=True)
class RunsByUrn(StoredRuns):
    """The runs of the job or flow of a URN, or of a flow as a whole; an unknown one has no runs."""

    urn: str
    of: RunsOfTemplate

    async def read(self, context: Context, asked: AskedPage) -> CountedRuns:
        """Read a page with its total."""
        found = await self.read_all(context, asked)
        return CountedRuns([], 0) if found is None else found.runs

    async def read_all(self, context: Context, asked: AskedPage) -> TemplateRuns | None:
        """Read the job or flow with a page; None for an unknown one."""
        pages = context.reader.runs.pages_of_templates
        found: TemplateRuns | None = await context.load(pages, self.urn, self.of, *asked)
        return found


async def expect_template(expected: type[SomeEntity], info: Info, urn: str) -> SomeEntity:
    """The entity of a URN, which must be a job or a flow, read as by `find_template`. Raises as `expect_entity`."""
    template = await find_template(info, urn)
    return template if isinstance(template, expected) else await expect_entity(expected, info.context, urn)


async def find_template(info: Info, urn: str) -> Entity | None:
    """The job or flow of a URN, read together with the page of its runs that the query asks for.

    None for another entity, and for a query without such a page. Raises as `find_entity`.
    """
    of = _RUNS_OF.get(parse_named("urn", urn).kind)
    asked = None if of is None else _page_below(info)
    if of is None or asked is None:
        return None
    found = await RunsByUrn(urn, of).read_all(info.context, asked)
    return info.context.to_missing(urn, "urn") if found is None else info.context.to_entity(found.template)


def _page_below(info: Info) -> AskedPage | None:
    """The page of an entity's `runs` that a query asks for; None for no page, several, or one out of bounds."""
    given = only_arguments(info, "runs")
    if given is None:
        return None
    try:
        start, count = stored_page(given.get("start"), given.get("count"))
    except BadRequestError:  # the field tells it
        return None
    return asked_page(info, start, count, "runs")
