"""Requests and their answers, by this process (the command) or a fresh one (users of the library)."""
