"""Postgres: the only place that runs SQL. The SQL itself is in `sql/`."""
