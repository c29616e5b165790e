"""Remove references to an entity from the aspects of others, as DataHub's clean-up asks after a deletion."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.datahub.proposal import Proposal, deletion, parse_proposal
from headwater.dialects.datahub.references import without_references
from headwater.dialects.problems import UnusableError
from headwater.ingest.datahub.arguments import Arguments, read_arguments
from headwater.ingest.datahub.proposals import submit
from headwater.ingest.datahub.shapes import DeletedReferences, DeleteReferencesAnswer
from headwater.store.aspect_reader import AspectReader, Reference
from headwater.urn import parse_urn

MAX_REFERENCES = 1000
"""The most aspects that one request changes; the next request goes on."""

MAX_SHOWN = 10


async def delete_references(request: Request) -> Response:
    """`/entities?action=deleteReferences`: answers with the number of references; with `dryRun` they stay."""
    arguments = Arguments(await read_arguments(request, "the body: expected an object with urn", dict))
    urn = arguments.text("urn")
    parse_urn(urn)
    reader: AspectReader = request.app.state.reader.aspects
    references = await reader.references(urn, MAX_REFERENCES)
    if references and not arguments.flag("dryRun"):
        await submit(request, _proposals(references, urn))
    shown: DeletedReferences = {
        "total": len(references),
        "relatedAspects": [
            {"entity": one.urn, "relationship": one.type, "aspect": one.aspect} for one in references[:MAX_SHOWN]
        ],
    }
    answer: DeleteReferencesAnswer = {"value": shown}
    return JSONResponse(answer)


def _proposals(references: Sequence[Reference], urn: str) -> list[Proposal]:
    changed = {(one.urn, one.aspect): one.value for one in references}
    return [_proposal(source, aspect, without_references(value, urn)) for (source, aspect), value in changed.items()]


def _proposal(urn: str, aspect: str, left: dict[str, object] | None) -> Proposal:
    """Return the proposal to write the rest of an aspect, or to delete the aspect if the rest is not valid."""
    kind = parse_urn(urn).kind
    if left is None:
        return deletion(kind, urn, aspect)
    item = {
        "entityType": kind,
        "entityUrn": urn,
        "aspectName": aspect,
        "changeType": "UPSERT",
        "aspect": {"json": left},
    }
    try:
        return parse_proposal(item)
    except UnusableError:
        return deletion(kind, urn, aspect)
