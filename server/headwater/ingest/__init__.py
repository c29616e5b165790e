"""Writing over HTTP: a request is received, parsed by its dialect, gathered with others, and merged."""
