"""The common part of dialects with one JSON object per event: OpenLineage, Databand, GitLab.

A dialect gives an `EventDialect` the functions that read its events. They call the methods of `Reading`, which make the
facts. A namespace and a name identify a job or dataset (docs/identity.md).
"""
