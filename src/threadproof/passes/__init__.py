"""Passes: each turns a program into another one that behaves the same, and says what it requires and ensures (see `runner`)."""
