"""Partial order reduction: one technique per file."""
