"""Changes: the parsed facts that dialects give and the store merges."""
