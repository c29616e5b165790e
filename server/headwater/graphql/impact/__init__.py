"""Questions about lineage: impact, provenance, differences, and the versions seen (docs/point-in-time.md)."""
