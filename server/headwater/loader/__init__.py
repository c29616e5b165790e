"""The batch loader: files to the store by PySpark. The only place that imports it."""
