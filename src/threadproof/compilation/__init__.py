"""How a program is compiled, as others say it: databases, recorded builds, and which files of them belong together."""
