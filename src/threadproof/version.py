"""The version, for all that write it down."""

__version__ = "0.1.0"
