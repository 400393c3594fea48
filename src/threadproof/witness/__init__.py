"""Verification witnesses: answers as other tools write and read them (docs/witnesses.md)."""
