"""`threadproof replay`: the schedule of a certificate, enforced on the compiled program."""
