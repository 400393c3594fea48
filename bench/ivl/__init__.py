"""Benchmark families of the literature on verifying SystemC models, as IVL programs that are generated for any size."""
