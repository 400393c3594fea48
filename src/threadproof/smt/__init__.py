"""Solvers as two small protocols, `Solver` and `Interpolator`; nothing outside this folder imports one."""
