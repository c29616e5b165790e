"""The aspect `domains`, of which clients write either field: the SDK's patches and values, one after another."""

from typing import Any

import pytest
from datahub.emitter.serialization_helper import pre_json_transform
from datahub.metadata.schema_classes import DomainAssociationClass, DomainsClass, MetadataAttributionClass
from datahub.specific.dataset import DatasetPatchBuilder

from headwater.dialects.datahub.acceptance import AspectValue, apply
from headwater.dialects.datahub.proposal import parse_proposal
from headwater.dialects.problems import UnusableError

from proposals import DATASET, item

A, B, C = (f"urn:li:domain:{name}" for name in "abc")
ROBOT = "urn:li:dataHubAction:robot"


def association(domain: str, source: str | None = None, *, is_propagated: bool = False) -> DomainAssociationClass:
    detail = {"propagated": "true"} if is_propagated else None
    attribution = MetadataAttributionClass(time=5, actor="urn:li:corpuser:ann", source=source, sourceDetail=detail)
    return DomainAssociationClass(domain=domain, attribution=attribution if source or detail else None)


def written(current: dict[str, Any] | None, domains: list[str], *given: DomainAssociationClass) -> dict[str, Any]:
    """Return the aspect after a client has written it whole; without given associations the field is left out."""
    value = DomainsClass(domains=domains, domainAssociations=list(given) or None)
    return applied(current, item(DATASET, "domains", pre_json_transform(value.to_obj())))


def applied(current: dict[str, Any] | None, proposed: dict[str, Any]) -> dict[str, Any]:
    now = None if current is None else AspectValue(current, {})
    accepted = apply(parse_proposal(proposed), now, entity_exists=current is not None)
    assert accepted is not None
    return accepted.value


def patched(current: dict[str, Any] | None, builder: DatasetPatchBuilder) -> dict[str, Any]:
    [patch] = builder.build()
    return applied(current, patch.to_obj())


def both(value: dict[str, Any]) -> tuple[list[str], list[str]]:
    return value["domains"], [one["domain"] for one in value["domainAssociations"]]


def test_associations_follow_domains() -> None:
    value = written(None, [A])
    assert value == {"domains": [A], "domainAssociations": [{"domain": A}]}
    value = written(value, [A, B])
    assert both(value) == ([A, B], [A, B])
    assert both(written(value, [B])) == ([B], [B])
    assert both(written(value, [])) == ([], [])
    kept = written({**value, "domains": [B]}, [A, B], *map(association, (A, B)))
    assert both(kept) == ([A, B], [A, B])


def test_domains_follow_associations() -> None:
    value = written(None, [], association(A, ROBOT))
    assert both(value) == ([A], [A])
    assert value["domainAssociations"][0]["attribution"]["source"] == ROBOT
    value = written(value, [], association(A, ROBOT), association(B))
    assert both(value) == ([A, B], [A, B])
    assert both(written(value, [A, B], association(B))) == ([B], [B])


def test_kept_domains_keep_their_associations() -> None:
    value = written(None, [], association(A, ROBOT), association(B))
    kept = written(value, [A])
    assert kept["domainAssociations"] == value["domainAssociations"][:1]


def test_patches_of_associations() -> None:
    value = patched(None, DatasetPatchBuilder(DATASET).add_domain(association(A, ROBOT)))
    assert both(value) == ([A], [A])
    value = patched(value, DatasetPatchBuilder(DATASET).add_domain(association(B)))
    assert both(value) == ([A, B], [A, B])
    assert both(patched(value, DatasetPatchBuilder(DATASET).remove_domain(A, attribution_source=ROBOT))) == ([B], [B])


def test_associations_that_are_sent_again_stay() -> None:
    value = written(None, [], association(A, ROBOT), association(B))
    assert written(value, [], association(A, ROBOT), association(B)) == value
    propagated = [association(A, is_propagated=True), association(B)]
    value = written(None, [], *propagated)
    assert written(value, [], *propagated) == value


def test_a_patch_that_empties_domains_empties_associations() -> None:
    value = written(None, [A])
    patch = {"patch": [{"op": "add", "path": "/domains", "value": []}], "arrayPrimaryKeys": {}}
    assert both(applied(value, item(DATASET, "domains", patch, "PATCH"))) == ([], [])


def test_propagated_domains_come_last() -> None:
    value = written(None, [A, B], association(B, is_propagated=True), association(A))
    assert both(value) == ([A, B], [A, B])


def test_both_changed_to_different_domains_are_refused() -> None:
    with pytest.raises(UnusableError, match="Cannot update both") as refused:
        written(written(None, [A]), [B], association(C))
    assert refused.value.code == "aspect.invalid"
    emptied = item(DATASET, "domains", {"domains": [B], "domainAssociations": []})
    with pytest.raises(UnusableError, match="Cannot update both"):
        applied(written(None, [A]), emptied)


@pytest.mark.parametrize("odd", [{"domains": 5}, {"domains": [5]}, {"domains": [], "domainAssociations": "x"}])
def test_other_shapes_stay_as_they_are(odd: dict[str, Any]) -> None:
    assert applied(None, item(DATASET, "domains", odd)) == odd
