"""Questions about lineage and their answers: plain functions and dataclasses, which GraphQL and the command line map.

A function takes the reader of the store and a question, or several keys, and gives an answer; it raises the errors of
`headwater.errors`. Nothing here knows of GraphQL or HTTP.
"""
