"""Postgres: the only package that runs SQL. The SQL itself is in `sql/`."""
