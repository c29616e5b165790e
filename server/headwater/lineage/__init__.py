"""Questions about lineage and their answers: plain functions and dataclasses, for GraphQL and the command line.

A function takes the reader of the store and a question, or several keys, and returns an answer. It raises the errors of
`headwater.errors`. This package does not know GraphQL or HTTP.
"""
