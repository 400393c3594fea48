"""Exploration over (control, data) pairs: what all symbolic engines share."""
