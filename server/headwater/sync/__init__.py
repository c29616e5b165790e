"""Synchronisation: what other systems know of runs is fetched from them, and merged like all else."""
