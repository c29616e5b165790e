"""What to ask about the night on which the shop's prices went wrong."""

from headwater.demo.story import BAD_RUN_ID, PRICES

_PRICES = f'openlineageDataset(namespace: "{PRICES[0]}", name: "{PRICES[1]}")'

QUESTIONS: list[tuple[str, str]] = [
    (
        "Which run wrote the bad prices, and what did it read?",
        f"""{{
  openlineageRun(runId: "{BAD_RUN_ID}") {{
    urn
    currentState {{ status result {{ resultType }} attempt startedAt endedAt }}
    parentTemplate {{ ... on DataJob {{ jobId }} }}
    parentInstance {{ nativeId }}
    inputs {{ urn }}
    outputs {{ urn }}
  }}
}}""",
    ),
    (
        "Who wrote the prices before and after? (The feed was stuck until the repair of 17 October.)",
        f"""{{
  {_PRICES} {{
    runs(direction: OUTGOING, start: 14, count: 3) {{
      total
      runs {{ nativeId currentState {{ endedAt result {{ resultType }} }} }}
    }}
  }}
}}""",
    ),
    (
        "Who read the prices while they were wrong?",
        f"""{{
  {_PRICES} {{
    runs(direction: INCOMING, start: 224, count: 4) {{
      total
      runs {{
        parentTemplate {{ ... on DataJob {{ jobId }} }}
        currentState {{ startedAt result {{ resultType }} }}
      }}
    }}
  }}
}}""",
    ),
]
"""Each question with its query."""

FIRST_QUERY = f"# {QUESTIONS[0][0]}\n{QUESTIONS[0][1]}\n"
"""What GraphiQL opens with."""
