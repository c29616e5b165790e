"""Several names of the same data: symlinks, s3a, and configured namespaces, in any order of arrival."""

import asyncio
import itertools
from typing import Any

import pytest

from headwater.errors import BadRequestError
from headwater.store.aliases import (
    NamespaceAlias,
    add_namespace_alias,
    drop_namespace_alias,
    namespace_alias,
    namespace_aliases,
)
from headwater.store.connections import connect
from headwater.trace import new_trace

from conftest import cloned_database, fetch, merge_items
from events import NAMESPACE, parsed, run_event, uuid
from store_dump import dump

POSTGRES = NamespaceAlias("postgres", "postgres://db:5432")


def classes(url: str) -> dict[str, str]:
    """Return the canonical name of each name in events; names without another are left out."""
    rows = fetch(
        url,
        """SELECT e.namespace || ' ' || e.name AS name, c.namespace || ' ' || c.name AS least
           FROM entity e JOIN entity c ON c.id = e.class_id""",
    )
    return {row["name"]: row["least"] for row in rows}


def dataset(name: str, *symlinks: str, namespace: str = NAMESPACE) -> dict[str, Any]:
    identifiers = [{"namespace": NAMESPACE, "name": other, "type": "TABLE"} for other in symlinks]
    facets = {"symlinks": {"identifiers": identifiers}} if symlinks else {}
    return {"namespace": namespace, "name": name, "facets": facets}


def dataset_event(time: str, described: dict[str, Any]) -> dict[str, Any]:
    return {"eventTime": f"2026-01-01T{time}Z", "dataset": described}


def configure(url: str, action: str, alias: NamespaceAlias = POSTGRES) -> list[NamespaceAlias]:
    async def run() -> list[NamespaceAlias]:
        connection = await connect(url)
        try:
            if action == "add":
                await add_namespace_alias(connection, alias, new_trace().trace_id)
            else:
                await drop_namespace_alias(connection, alias)
            return await namespace_aliases(connection)
        finally:
            await connection.close()

    return asyncio.run(run())


def test_a_symlink_that_comes_late_joins_what_was_there(database_url: str) -> None:
    """Marquez #2738: both datasets exist, with runs, before a DatasetEvent says that they are one."""
    merge_items(database_url, parsed(run_event("COMPLETE", "00:00:00", uuid(1), outputs=["path"])))
    merge_items(database_url, parsed(run_event("COMPLETE", "00:01:00", uuid(2), inputs=["table"])))
    assert classes(database_url) == {}
    merge_items(database_url, parsed(dataset_event("00:02:00", dataset("path", "table"))))
    assert classes(database_url) == {f"{NAMESPACE} {name}": f"{NAMESPACE} path" for name in ("path", "table")}


def test_classes_grow_together_in_any_order(postgres_url: str, template: str) -> None:
    said = [
        dataset_event("00:00:00", dataset("c", "d")),
        dataset_event("00:01:00", dataset("b", "c", "b")),
        dataset_event("00:02:00", dataset("a", "e")),
        dataset_event("00:03:00", dataset("e", "d")),
    ]
    dumps = []
    for order in list(itertools.permutations(said))[::5]:
        with cloned_database(postgres_url, template) as url:
            for event in order:
                merge_items(url, parsed(event))
            assert set(classes(url).values()) == {f"{NAMESPACE} a"}
            assert len(classes(url)) == 5
            dumps.append(dump(url))
    assert all(one == dumps[0] for one in dumps)


def test_s3a_and_s3n_are_s3(database_url: str) -> None:
    names = [{"namespace": f"{scheme}://bucket", "name": "key"} for scheme in ("s3a", "s3", "s3n")]
    merge_items(database_url, parsed(run_event("COMPLETE", "00:00:00", uuid(1), outputs=names)))
    assert classes(database_url) == {f"{name['namespace']} key": "s3://bucket key" for name in names}


@pytest.mark.parametrize("configured", [0, 1, 2])
def test_configured_namespaces_join_what_is_there_and_what_comes(configured: int, database_url: str) -> None:
    """The alias comes before, between or after the two names."""
    names = [dataset("shop.orders", namespace=namespace) for namespace in POSTGRES]
    for step, described in enumerate(names):
        if step == configured:
            configure(database_url, "add")
        merge_items(database_url, parsed(dataset_event("00:00:00", described)))
    if configured == 2:
        configure(database_url, "add")
    assert classes(database_url) == {
        f"{namespace} shop.orders": "postgres://db:5432 shop.orders" for namespace in POSTGRES
    }


def test_an_alias_can_be_dropped_but_not_what_a_symlink_says(database_url: str) -> None:
    linked = dataset("x", "y", namespace="postgres")
    described = [dataset("x", namespace="postgres://db:5432"), linked, dataset("y")]
    merge_items(database_url, parsed(*(dataset_event("00:00:00", one) for one in described)))
    assert configure(database_url, "add") == configure(database_url, "add") == [POSTGRES]
    assert len(classes(database_url)) == 3
    assert configure(database_url, "drop") == []
    assert classes(database_url) == dict.fromkeys(["postgres x", f"{NAMESPACE} y"], "postgres x")
    with pytest.raises(BadRequestError, match="no alias"):
        configure(database_url, "drop")
    assert namespace_alias("b", "a") == namespace_alias("a", "b") == NamespaceAlias("a", "b")
    with pytest.raises(BadRequestError, match="OTHER"):
        namespace_alias("postgres", "postgres")


def test_a_symlink_without_a_name_leaves_a_warning(database_url: str) -> None:
    described = dataset("x")
    described["facets"] = {"symlinks": {"identifiers": [{"namespace": "a"}, 5, {"namespace": "a", "name": "b"}]}}
    [changes] = parsed(dataset_event("00:00:00", described))
    assert changes.event.warnings == ["symlink.invalid"]
    merge_items(database_url, [changes])
    assert classes(database_url).keys() == {f"{NAMESPACE} x", "a b"}
