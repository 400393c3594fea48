"""Makes a program smaller that shows a bug."""
