"""Matchers: whether a state that was visited before covers a new one."""
