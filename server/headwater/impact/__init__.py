"""Impact: the graph work on resolved edges. Pure: edges in, answers out; the only place that imports networkx."""
