"""What searches for entities and searches over lineage are asked alike, with DataHub's names."""

from enum import Enum

import strawberry

from headwater.errors import BadRequestError
from headwater.texts import shown

MAX_FACET_VALUES = 20


@strawberry.enum(description="Which end comes first.")
class SortOrder(Enum):
    ASCENDING = strawberry.enum_value("ASCENDING", description="The least first.")
    DESCENDING = strawberry.enum_value("DESCENDING", description="The greatest first.")


@strawberry.input(description="By what results are put in order; ties by URN.")
class SortCriterion:
    field: str = strawberry.field(
        description="Of entities one of created, name, urn; what has no created comes last. Over lineage one of degree,"
        " name, urn."
    )
    sort_order: SortOrder = strawberry.field(description="Which end comes first.")


@strawberry.input(description="By what results are put in order: one criterion.")
class SearchSortInput:
    sort_criterion: SortCriterion | None = strawberry.field(
        default=None, description="The criterion. Default: the order of the search.", deprecation_reason="sortCriteria."
    )
    sort_criteria: list[SortCriterion] | None = strawberry.field(
        default=None, description="The criterion, in a list of at most one. Default: sortCriterion."
    )


@strawberry.input(
    description="What DataHub's clients send with a search. Only includeSoftDeleted, skipAggregates, maxAggValues and,"
    " of entities, fetchExtraFields change anything."
)
class SearchFlags:
    include_soft_deleted: bool | None = strawberry.field(
        default=None,
        description="Whether also to find what is removed, where no filter says otherwise. Default: false.",
    )
    skip_aggregates: bool | None = strawberry.field(
        default=None, description="Whether to leave `facets` empty. Default: false."
    )
    max_agg_values: int | None = strawberry.field(
        default=None,
        description=f"How many values a facet has at most, 0 or more. Default: {MAX_FACET_VALUES}; over lineage all.",
    )
    fetch_extra_fields: list[str] | None = strawberry.field(
        default=None, description="Fields, as filters have them, that extraProperties has the values of. Default: none."
    )
    skip_cache: bool | None = strawberry.field(default=None, description="There is no cache: it changes nothing.")
    skip_highlighting: bool | None = strawberry.field(
        default=None, description="Nothing is highlighted: it changes nothing."
    )
    fulltext: bool | None = strawberry.field(
        default=None, description="A query is always words of names: it changes nothing."
    )
    get_suggestions: bool | None = strawberry.field(
        default=None, description="There are no suggestions: it changes nothing."
    )
    include_restricted: bool | None = strawberry.field(
        default=None, description="Nothing is restricted: it changes nothing."
    )
    filter_non_latest_versions: bool | None = strawberry.field(
        default=None, description="There are no sets of versions: it changes nothing."
    )
    include_structured_property_facets: bool | None = strawberry.field(
        default=None, description="There are no structured properties: it changes nothing."
    )
    custom_highlighting_fields: list[str] | None = strawberry.field(
        default=None, description="Nothing is highlighted: it changes nothing."
    )


@strawberry.input
class AnySearch:
    """What every search can be given."""

    search_flags: SearchFlags | None = strawberry.field(
        default=None, description="What of the answer to change. Default: nothing."
    )
    view_urn: str | None = strawberry.field(
        default=None, description="There are no views: anything but null is an error. Default: null."
    )

    def flags(self) -> SearchFlags:
        """Its flags. Raises BadRequestError, naming what cannot be asked for."""
        if self.view_urn is not None:
            raise BadRequestError(f"viewUrn: expected null, since there are no views, got {shown(self.view_urn)}")
        flags = self.search_flags or SearchFlags()
        if flags.max_agg_values is not None and flags.max_agg_values < 0:
            raise BadRequestError(f"maxAggValues: expected 0 or more, got {flags.max_agg_values}")
        return flags


def criterion_of(asked: SearchSortInput | None) -> SortCriterion | None:
    """What results are to be put in order by; None where that is left to the search. Raises BadRequestError."""
    criteria = [] if asked is None else asked.sort_criteria or [one for one in (asked.sort_criterion,) if one]
    if len(criteria) > 1:
        raise BadRequestError(f"sortInput: expected one criterion, got {len(criteria)}")
    return criteria[0] if criteria else None


def bad_criterion(criterion: SortCriterion, fields: tuple[str, ...]) -> BadRequestError:
    """The error for a field that results cannot be put in order by."""
    return BadRequestError(f"sortInput: expected one of {', '.join(fields)}, got {shown(criterion.field)}")
