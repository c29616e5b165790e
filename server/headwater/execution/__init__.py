"""A GraphQL executor for Strawberry's schemas that compiles a document once, and executes it a level at a time.

The executor works for any schema. Strawberry's schema and graphql-core's rules stay the only source of truth:
graphql-core executes documents that a plan cannot cover.
"""
