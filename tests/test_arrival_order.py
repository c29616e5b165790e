"""The order in which events arrive decides nothing of an answer: not its pages, nor its paths, nor what ties show."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headwater.urn import openlineage_dataset_urn

from conftest import cloned_database
from generated_histories import ASSETS, DATASETS, EXAMPLES, IS_LONG, histories, job_of, moment
from graphql_api import Api
from impact_engine import Engine, engine
from impact_reference.asking import History, Run

VERSION = "version { at until isOpen attempt nativeVersion run { urn } asset { urn } }"
NODE = f"kind certainty depth reachedAt path {{ run {{ urn }} {VERSION} }}"
IMPACT = f"""
  runs {{ runs {{ run {{ urn }} {NODE} kinds {{ {NODE} }} }} }}
  versions {{ versions {{ {VERSION} {NODE} }} }}
  atRisk {{ template {{ urn }} latestRun {{ urn }} {VERSION} }}
  totalsByType {{ type total }}
  criticalPath {{ steps {{ run {{ urn }} {VERSION} }} }}
  dominators {{ dominators {{ dominated run {{ urn }} {VERSION} }} }}
  roots {{ inputs {{ inputs {{ asset {{ urn }} nearestReader {{ urn }} }} }} runs {{ runs {{ run {{ urn }} }} }} }}
  suspects {{ suspects {{ sentence run {{ urn }} reader {{ urn }} }} }}
  diagram(format: TEXT)"""
QUERY = f"""query ($run: String!, $asset: String!, $at: DateTime!, $asOf: DateTime, $certainty: LineageCertainty!) {{
  down: impact(urn: $run, certainty: $certainty, vantage: {{ asOf: $asOf }}) {{ {IMPACT} }}
  up: impact(urn: $run, direction: UPSTREAM, certainty: $certainty, vantage: {{ asOf: $asOf }}) {{ {IMPACT} }}
  seen: entity(urn: $run) {{ ... on DataProcessInstance {{
    seenInputs(certainty: $certainty) {{ asset {{ urn }} since seen {{ certainty {VERSION} }} }} }} }}
  shown: entity(urn: $asset) {{ ... on Dataset {{
    versionsAt(at: $at) {{ at run {{ urn }} possiblyDestroyedBy {{ run {{ urn }} }} }} lineage(input: {{ direction: UPSTREAM }})
      {{ relationships {{ type entity {{ urn }} }} }} }} }}
}}"""


class Told:
    """One event loop and one store for all examples, emptied for each."""

    def __init__(self, url: str) -> None:
        self._runner = asyncio.Runner()
        self._manager = engine(url)
        self._engine: Engine = self._runner.run(self._manager.__aenter__())

    def close(self) -> None:
        """Close the store."""
        self._runner.run(self._manager.__aexit__(None, None, None))
        self._runner.close()

    def answer(self, history: History, run: Run, **variables: Any) -> dict[str, Any]:
        """The answers after the events came in their order."""

        async def ask() -> dict[str, Any]:
            await self._engine.fill(history)
            urn = await self._engine.run_urn(run)
            answer = await Api(self._engine.pool)(QUERY, run=urn, **variables)
            answer.update(canonical=urn)
            return answer

        return self._runner.run(ask())


@pytest.fixture(scope="module")
def told(postgres_url: str, template: str) -> Iterator[Told]:
    with cloned_database(postgres_url, template) as url:
        found = Told(url)
        yield found
        found.close()


@settings(
    max_examples=EXAMPLES // 2,
    deadline=None,
    derandomize=not IS_LONG,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)
@given(data=st.data(), history=histories())
def test_whatever_comes_first_the_answers_are_the_same(data: st.DataObject, history: History, told: Told) -> None:
    arrived = [replace(one, arrived_at=moment(60)) for one in history.events]
    shuffled = data.draw(st.permutations(arrived))
    event = data.draw(st.sampled_from(arrived)).event
    run = Run(*job_of(event), event["run"]["runId"])
    variables = {
        "asset": openlineage_dataset_urn(DATASETS, data.draw(st.sampled_from(ASSETS))),
        "at": moment(data.draw(st.integers(0, 9))).isoformat(),
        "asOf": data.draw(st.none() | st.integers(0, 9).map(lambda minute: moment(minute).isoformat())),
        "certainty": data.draw(st.sampled_from(["CERTAIN", "POSSIBLE"])),
    }
    first = told.answer(History(arrived, history.modes), run, **variables)
    assert told.answer(History(shuffled, history.modes), run, **variables) == first
