"""The rule of docs/point-in-time-rule.md, slow and obvious: what the server's answers are tested against.

The code is plain loops over the list of all events, and uses nothing of the server. Each function is a rule of the
document. It leaves out DataHub's aspects, aliases, removed runs, derived runs of Airflow, Databand, and JOB entries of
lineage facets.

`asking` has the input and the output; `events`, `attempts`, `family`, `subsets`, `writes`, `reads`, `derivations`,
`world` follow the document's paragraphs; `flow` is how time flows; `impact` answers.
"""
