"""`python -m threadproof`."""

from threadproof.cli import main

if __name__ == "__main__":
    main()
