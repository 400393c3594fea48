"""What C++ programs need of their library: how libc++ is configured (`headers`), and what it only declares (`models`)."""
