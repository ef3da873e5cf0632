# Each target sets up what it needs, in a virtual environment of the project's own.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: run test lint bench clean

run: $(VENV)/.for-use
	$(BIN)/pastlane run demo

test: $(VENV)/.for-tests
	$(BIN)/python -m pytest -q

lint: $(VENV)/.for-tests
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/.for-tests
	$(BIN)/python -m benchmarks.scoring
	$(BIN)/python -m benchmarks.engine
	$(BIN)/python -m benchmarks.memories
	$(BIN)/python -m benchmarks.models
	$(BIN)/python -m benchmarks.sweep
	$(BIN)/python -m benchmarks.ingest

$(VENV)/.created:
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.for-use: $(VENV)/.created pyproject.toml
	$(INSTALL) -e .
	touch $@

$(VENV)/.for-tests: $(VENV)/.created pyproject.toml
	$(INSTALL) -e '.[dev,semantic,adapters,parquet,report]'
	touch $@ $(VENV)/.for-use

clean:
	rm -rf $(VENV) runs build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
