"""Unrolled programs as events and their order: what the ordering engine asks, and what `certify` asks again."""
