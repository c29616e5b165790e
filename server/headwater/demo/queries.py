"""Questions about the night when the shop's prices went wrong."""

from headwater.demo.story import PRICES

_PRICES = f'openlineageDataset(namespace: "{PRICES[0]}", name: "{PRICES[1]}")'

QUESTIONS: list[tuple[str, str]] = [
    (
        "Which run wrote the bad prices, and what did it read?",
        f"""{{
  {_PRICES} {{
    versionAt(at: "2026-10-15T08:00:00Z") {{
      at
      run {{
        urn
        currentState {{ status result {{ resultType }} attempt startedAt endedAt }}
        parentTemplate {{ ... on DataJob {{ jobId }} }}
        parentInstance {{ nativeId }}
        outputs {{ urn }}
      }}
      # seen: [] since no known run wrote the feed.
      inputs {{ asset {{ urn }} since seen {{ version {{ at run {{ nativeId }} }} }} }}
    }}
  }}
}}""",
    ),
    (
        "Who wrote the prices before and after? (The feed was stuck until the repair of 17 October.)",
        f"""{{
  {_PRICES} {{
    # Newest first. start: 14 skips the 14 newer writers, since the demo's runs go on until 31 October 2026.
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
    # Newest first. start: 224 skips the 224 newer readers, until 31 October 2026.
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
"""The first query in GraphiQL."""
