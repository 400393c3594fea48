"""A cooperative program as one sequential C program: the scheduler becomes code, its choices become inputs."""
