"""Lazy abstraction with interpolants: `tree` unwinds the program, `refute` labels its paths, `engine` is the loop."""
