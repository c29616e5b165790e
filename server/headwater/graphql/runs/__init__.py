"""Runs: what they are, what they said, and the lists that they stand in."""
