# What CI runs is .ci/run: the tests in a fresh environment (those of the documents among them), then `make lint`.
.PHONY: check lint test nightly docs figures fuzz certificates clean

check: lint
	pytest tests/docs

lint:
	ruff check .
	ruff format --check .
	mypy
	lint-imports

test:
	pytest

# What takes long: the tests that are marked `nightly`.
nightly:
	pytest -m nightly

# Thousands of random programs against gcc, plain enumeration and the other engines; failures are shrunk into tests/corpus.
fuzz:
	python -m tests.fuzz all

# Certificates of every engine, property and example in fresh processes; 2,000 changes of every form on programs with the other verdict.
certificates:
	python -m tests.certificates matrix
	python -m tests.certificates mutations

# Rewrites the outputs that the documents show.
docs:
	python -m tests.docs.refresh

# Tables of bench/ from the rows of their CSV files.
figures:
	python -m bench.figures

clean:
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
