"""Events to changes: what the dialects share that write one JSON object an event.

A dialect gives an `EventDialect` the functions that read its events. They call the methods of `Reading`, which make the
facts; namespace and name tell jobs and datasets apart (docs/identity.md).
"""
