# What CI runs is .ci/run: the tests in a fresh environment, then `make check`.
.PHONY: check test fuzz bench-lower clean

check:
	ruff check .
	ruff format --check .
	mypy
	lint-imports
	pytest tests/docs

test:
	pytest

clean:
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
