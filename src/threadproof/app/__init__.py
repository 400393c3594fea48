"""The command line: arguments, usage, exit codes, and nothing that verifies."""
