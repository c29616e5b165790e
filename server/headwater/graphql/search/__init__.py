"""DataHub's searches: over lineage, and among all entities (docs/datahub.md)."""
