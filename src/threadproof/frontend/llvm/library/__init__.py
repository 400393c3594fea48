"""What C++ programs need of their library: how libc++ is configured (`headers`), and functions that it only declares (`models`)."""
