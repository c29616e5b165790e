"""Impact: graph work on resolved edges, without I/O; the only package that imports networkx."""
