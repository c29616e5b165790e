"""The run registry as commands and programs use it: read files, ask a server or the database, write files and reports.

`RunRegistry` in `evidence.client` is the Python API (docs/evidence.md).
"""
