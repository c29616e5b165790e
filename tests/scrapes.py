"""Reads what `/metrics` answers."""

from collections.abc import Iterator
from typing import Any

import httpx
from prometheus_client.parser import text_string_to_metric_families

from server_process import Server


class Scrape:
    """The values of one answer of `/metrics`."""

    def __init__(self, text: str) -> None:
        self.families = {family.name: family for family in text_string_to_metric_families(text)}

    def series(self, name: str) -> Iterator[tuple[dict[str, str], float]]:
        """The labels and the value of each series of a name."""
        for family in self.families.values():
            for sample in family.samples:
                if sample.name == name:
                    yield sample.labels, sample.value

    def value(self, name: str, **labels: Any) -> float:
        """The sum of the series with these labels; 0: there is none."""
        return sum(value for found, value in self.series(name) if labels.items() <= found.items())

    def names(self) -> set[str]:
        """The names of all series, also of those that have no value yet."""
        suffixes = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
        return {family.name + end for family in self.families.values() for end in suffixes.get(family.type, ("",))}


def scrape(server: Server) -> Scrape:
    """The metrics of a server now."""
    answer = httpx.get(f"{server.url}/metrics", timeout=60)
    assert answer.status_code == 200, answer.text
    return Scrape(answer.text)
