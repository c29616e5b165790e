"""The shared input of searches for entities and searches over lineage, with DataHub's names."""

from enum import Enum

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.entities.entity_type import EntityType
from headwater.texts import shown

MAX_FACET_VALUES = 20


@strawberry.enum(description="The direction of an order.")
class SortOrder(Enum):
    ASCENDING = strawberry.enum_value("ASCENDING", description="The lowest value first.")
    DESCENDING = strawberry.enum_value("DESCENDING", description="The highest value first.")


@strawberry.input(description="The field and direction of an order; ties by URN.")
class SortCriterion:
    field: str = strawberry.field(
        description="For entities: created, name or urn; entities without created come last. Over lineage: degree,"
        " name or urn."
    )
    sort_order: SortOrder = strawberry.field(description="The direction of the order.")


@strawberry.input(description="The order of results: one criterion.")
class SearchSortInput:
    sort_criterion: SortCriterion | None = strawberry.field(
        default=None,
        description="The criterion. Default: the order of the search.",
        deprecation_reason="Use sortCriteria.",
    )
    sort_criteria: list[SortCriterion] | None = strawberry.field(
        default=None, description="A list with at most one criterion. Default: sortCriterion."
    )


@strawberry.input(description="A conversion of one type of results into another.")
class GroupingCriterion:
    base_entity_type: EntityType | None = strawberry.field(
        default=None, description="The type of the results to convert, such as SCHEMA_FIELD. Default: all types."
    )
    grouping_entity_type: EntityType = strawberry.field(description="The type to show instead, such as DATASET.")


@strawberry.input(description="The conversions of results.")
class GroupingSpec:
    grouping_criteria: list[GroupingCriterion] | None = strawberry.field(
        default=None, description="The conversions. Default: none."
    )


@strawberry.input(
    description="Flags that DataHub's clients send with a search. Only these have an effect: includeSoftDeleted,"
    " skipAggregates, maxAggValues and, for entities, fetchExtraFields."
)
class SearchFlags:
    include_soft_deleted: bool | None = strawberry.field(
        default=None,
        description="True: also find removed entities, unless a filter says otherwise. Default: false.",
    )
    skip_aggregates: bool | None = strawberry.field(
        default=None, description="True: leave `facets` empty. Default: false."
    )
    max_agg_values: int | None = strawberry.field(
        default=None,
        description=f"The maximum number of values of a facet, 0 or more. Default: {MAX_FACET_VALUES}; over lineage"
        " all.",
    )
    fetch_extra_fields: list[str] | None = strawberry.field(
        default=None, description="The fields in extraProperties, by the names in filters. Default: none."
    )
    grouping_spec: GroupingSpec | None = strawberry.field(
        default=None,
        description="Results of a search from a column are always its datasets and jobs: this changes nothing.",
    )
    skip_cache: bool | None = strawberry.field(default=None, description="There is no cache: this changes nothing.")
    skip_highlighting: bool | None = strawberry.field(
        default=None, description="Nothing is highlighted: this changes nothing."
    )
    fulltext: bool | None = strawberry.field(
        default=None, description="A query is always words of names: this changes nothing."
    )
    get_suggestions: bool | None = strawberry.field(
        default=None, description="There are no suggestions: this changes nothing."
    )
    include_restricted: bool | None = strawberry.field(
        default=None, description="Nothing is restricted: this changes nothing."
    )
    filter_non_latest_versions: bool | None = strawberry.field(
        default=None, description="There are no sets of versions: this changes nothing."
    )
    include_structured_property_facets: bool | None = strawberry.field(
        default=None, description="There are no structured properties: this changes nothing."
    )
    custom_highlighting_fields: list[str] | None = strawberry.field(
        default=None, description="Nothing is highlighted: this changes nothing."
    )


@strawberry.input
class AnySearch:
    """The input that every search has."""

    search_flags: SearchFlags | None = strawberry.field(
        default=None, description="Flags that change the answer. Default: none."
    )
    view_urn: str | None = strawberry.field(
        default=None, description="There are no views: anything but null is an error. Default: null."
    )

    def flags(self) -> SearchFlags:
        """Check and return the flags. Raises BadRequestError, naming an unsupported one."""
        if self.view_urn is not None:
            raise BadRequestError(f"viewUrn: expected null, since there are no views, got {shown(self.view_urn)}")
        flags = self.search_flags or SearchFlags()
        if flags.max_agg_values is not None and flags.max_agg_values < 0:
            raise BadRequestError(f"maxAggValues: expected 0 or more, got {flags.max_agg_values}")
        return flags


def criterion_of(asked: SearchSortInput | None) -> SortCriterion | None:
    """The criterion to sort by; None for the search's own order. Raises BadRequestError."""
    criteria = [] if asked is None else asked.sort_criteria or [one for one in (asked.sort_criterion,) if one]
    if len(criteria) > 1:
        raise BadRequestError(f"sortInput: expected one criterion, got {len(criteria)}")
    return criteria[0] if criteria else None


def bad_criterion(criterion: SortCriterion, fields: tuple[str, ...]) -> BadRequestError:
    """The error for a field without an order."""
    return BadRequestError(f"sortInput: expected one of {', '.join(fields)}, got {shown(criterion.field)}")
