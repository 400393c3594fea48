"""Schedulers: which thread may take the next step. What they know is explicit, frozen and hashable."""
