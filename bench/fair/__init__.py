"""Benchmarks of FairThreads, as C programs (`fthread.h`); `python -m bench.fair` prints or writes them."""
