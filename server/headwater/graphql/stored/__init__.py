"""Entities with facts in the store: jobs, flows, assets, models and containers."""
