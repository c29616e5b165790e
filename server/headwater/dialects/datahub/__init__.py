"""DataHub's metadata change proposals. Pure."""
