"""Parts that entities share: what all have, and what DataHub's aspects and OpenLineage's facets say of them."""
