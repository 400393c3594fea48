"""One file or folder per engine."""
