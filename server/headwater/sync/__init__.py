"""Synchronisation: fetch runs from other systems, and merge them."""
