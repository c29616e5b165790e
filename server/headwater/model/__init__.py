"""The parsed facts that dialects find and the store merges, and other types of all layers."""
