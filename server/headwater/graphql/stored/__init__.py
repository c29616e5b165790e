"""Entities that the store keeps facts of: jobs and flows, assets, models, containers."""
