"""Languages that programs are read from; each package has a `load(path, options) -> Program`."""
