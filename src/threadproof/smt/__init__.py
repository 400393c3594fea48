"""Solvers behind two small protocols; nothing outside this folder imports one."""
