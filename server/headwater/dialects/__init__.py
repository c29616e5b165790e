"""Wire formats: pure functions from a payload to changes and problems."""
