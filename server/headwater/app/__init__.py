"""The server: the composition of pool, schema, routes and middleware."""
