"""Writes over HTTP: receive a request, parse it by its dialect, gather it with others, and merge them."""
