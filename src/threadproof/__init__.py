"""threadproof: proves concurrent programs correct, or breaks them with a schedule that can be replayed."""

__version__ = "0.1.0"
