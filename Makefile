# Each target sets up what it needs, in a virtual environment of the project's own.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# The tests start Python some hundreds of times, which need not compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test lint style types fuzz bench clean

run: $(VENV)/.for-use
	$(BIN)/pastlane run demo

test: $(VENV)/.for-tests
	$(BIN)/python -m pytest -q --numprocesses logical --maxprocesses 4 --dist worksteal

lint: style types

style: $(VENV)/.for-tests
	$(BIN)/ruff check .

types: $(VENV)/.for-tests
	$(BIN)/mypy

fuzz: $(VENV)/.for-tests
	$(INSTALL) -e '.[fuzz]'
	$(BIN)/python -m tests.fuzzing --examples 100000
	$(BIN)/python -m tests.fuzzing --examples 1000 --engine hypothesis

bench: $(VENV)/.for-tests
	$(BIN)/python -m benchmarks.scoring
	$(BIN)/python -m benchmarks.statistics
	$(BIN)/python -m benchmarks.report
	$(BIN)/python -m benchmarks.feeding
	$(BIN)/python -m benchmarks.engine
	$(BIN)/python -m benchmarks.memories
	$(BIN)/python -m benchmarks.models
	$(BIN)/python -m benchmarks.sweep
	$(BIN)/python -m benchmarks.ingest
	$(BIN)/python -m benchmarks.growth
	$(BIN)/python -m benchmarks.memory
	$(BIN)/python -m benchmarks.generate
	$(BIN)/python -m benchmarks.importing
	$(BIN)/python -m benchmarks.processes
	$(BIN)/python -m benchmarks.on_paper

$(VENV)/.created:
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.for-use: $(VENV)/.created pyproject.toml
	$(INSTALL) -e .
	touch $@

$(VENV)/.for-tests: $(VENV)/.created pyproject.toml
	$(INSTALL) -e '.[dev,semantic,adapters,parquet,report,dask]'
	touch $@ $(VENV)/.for-use

clean:
	rm -rf $(VENV) runs build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
