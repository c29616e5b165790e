"""DataHub's metadata change proposals, parsed without I/O."""
