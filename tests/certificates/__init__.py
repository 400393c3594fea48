"""Certificates as a whole: whatever is written is accepted in a fresh process, and nothing else is."""
