"""The order of arrival changes no answer: neither pages, nor paths, nor the choice between ties."""

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from headwater.urn import named_dataset_urn

from generated_histories import ASSETS, DATASETS, EXAMPLES, compared, histories, job_of, moment
from graphql_api import Api
from impact_engine import Engine, Session
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
  diagram(format: TEXT)
  graph(maxNodes: 9) {{ nodes {{ key name urn madeBy count states {{ state total }} from until }} edges {{ from to count }} }}"""
QUERY = f"""query ($run: String!, $asset: String!, $at: DateTime!, $asOf: DateTime, $certainty: LineageCertainty!) {{
  down: impact(urn: $run, certainty: $certainty, pointInTime: {{ asOf: $asOf }}) {{ {IMPACT} }}
  up: impact(urn: $run, direction: UPSTREAM, certainty: $certainty, pointInTime: {{ asOf: $asOf }}) {{ {IMPACT} }}
  seen: entity(urn: $run) {{ ... on DataProcessInstance {{
    seenInputs(certainty: $certainty) {{ asset {{ urn }} since seen {{ certainty {VERSION} }} }} }} }}
  shown: entity(urn: $asset) {{ ... on Dataset {{
    versionsAt(at: $at) {{ at run {{ urn }} possiblyDestroyedBy {{ run {{ urn }} }} }} lineage(input: {{ direction: UPSTREAM }})
      {{ relationships {{ type entity {{ urn }} }} }} }} }}
}}"""


async def told(engine: Engine, history: History, run: Run, **variables: Any) -> dict[str, Any]:
    """Return the answers after the events arrived in their order."""
    await engine.fill(history)
    urn = await engine.run_urn(run)
    answer = await Api(engine.pool)(QUERY, run=urn, **variables)
    answer.update(canonical=urn)
    return answer


@compared(EXAMPLES // 2)
@given(data=st.data(), history=histories())
def test_answers_do_not_depend_on_the_order_of_arrival(data: st.DataObject, history: History, session: Session) -> None:
    arrived = [replace(one, arrived_at=moment(60)) for one in history.events]
    shuffled = data.draw(st.permutations(arrived))
    event = data.draw(st.sampled_from(arrived)).event
    run = Run(*job_of(event), event["run"]["runId"])
    variables = {
        "asset": named_dataset_urn(DATASETS, data.draw(st.sampled_from(ASSETS))),
        "at": moment(data.draw(st.integers(0, 9))).isoformat(),
        "asOf": data.draw(st.none() | st.integers(0, 9).map(lambda minute: moment(minute).isoformat())),
        "certainty": data.draw(st.sampled_from(["CERTAIN", "POSSIBLE"])),
    }
    first = session.run(told(session.engine, History(arrived, history.modes), run, **variables))
    assert session.run(told(session.engine, History(shuffled, history.modes), run, **variables)) == first
