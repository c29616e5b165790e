"""Parts that entities share: common fields, DataHub's aspects and OpenLineage's facets."""
