"""What can be asked for, and who answers it: this process (the command), or a fresh one (users of the library)."""
