# What CI runs is .ci/run: the tests in a fresh environment, then `make check`.
.PHONY: check test docs fuzz clean

check:
	ruff check .
	ruff format --check .
	mypy
	lint-imports
	pytest tests/docs

test:
	pytest

# Thousands of random programs against gcc, plain enumeration and the other engines; failures are shrunk into tests/corpus.
fuzz:
	python -m tests.fuzz all

# Rewrites the outputs that the documents show.
docs:
	python -m tests.docs.refresh

clean:
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
