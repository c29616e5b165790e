"""The batch loader: load files into the store with PySpark, which no other package imports."""
