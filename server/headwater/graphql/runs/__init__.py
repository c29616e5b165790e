"""Runs: their types, their events and facets, and the lists of runs."""
