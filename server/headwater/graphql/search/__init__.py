"""DataHub's searches: what is near an entity, and which entities there are (docs/datahub.md)."""
