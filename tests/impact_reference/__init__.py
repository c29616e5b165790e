"""The rule of docs/point-in-time.md, slow and obvious: what the server's answers are tested against.

Plain loops over the list of all events, nothing of the server's. Each function is a rule of the document and quotes it.
What it does not know: DataHub's aspects, aliases, removed runs, derived runs of Airflow, Databand, JOB entries of lineage facets.

`asking` has what goes in and comes out; `events`, `attempts`, `family`, `subsets`, `writes`, `reads`, `derivations`, `world`
follow the document's paragraphs; `flow` is how time flows; `impact` answers.
"""
