"""The GraphQL API: types, resolvers, and the mapper from rows to types. It knows the store, not HTTP."""
