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

# Rewrites the outputs that the documents show.
docs:
	python -m tests.docs.refresh

clean:
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
