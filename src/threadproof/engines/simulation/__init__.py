"""`--engine simulation`: complete symbolic simulation with state subsumption."""
