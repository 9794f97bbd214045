# The two commands of a fresh machine are `make survey` and `make test`. Everything lives in .venv of this folder.
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
PYTEST_ARGS ?=
SOURCES := src tests tools benchmarks hatch_build.py
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help survey test test-fast mutation bench lint types types-here types-oldest native schema check-generated wheel check clean
.DELETE_ON_ERROR:

help:
	@echo "make survey [ARGS=--quick]   set up, measure this machine with MPICH, write a page"
	@echo "make test                    install what tests need, run all of them"
	@echo "make test-fast               those of them that start no MPI job and need no root: a minute or two"
	@echo "make mutation [ARGS=--help]  change the statistics in 150 small ways; how many the unit tests notice; minutes"
	@echo "make bench [ARGS=--quick]    how good it is: fidelity, coverage, false alarms, time; ten hours, ARGS=NAME some of it"
	@echo "make check                   lint, types, native, check-generated"
	@echo "make schema                  write docs/schema.json and docs/cli.md from the code"
	@echo "make wheel                   a wheel with ready engines, in dist/"
	@echo "make clean                   remove .venv and everything built"

# The set-up is timed and shown apart from the survey. `-e`: a change of the source is used at once, and only the
# engine of the MPI that is surveyed gets built, not the three of a wheel.
survey:
	@begin=$$(date +%s); $(MAKE) --no-print-directory $(VENV)/ready && echo "set-up: $$(($$(date +%s) - begin)) s"
	@$(BIN)/rankwise survey $(ARGS)
	@command -v rankwise >/dev/null || echo '`. $(BIN)/activate` puts rankwise on PATH'

$(VENV)/ready: pyproject.toml hatch_build.py
	@tools/check-compiler
	@python=$$(tools/find-python) && echo "setting up $(VENV) with $$python ..." && "$$python" -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet -e '.[mpich,png]'
	@touch $@

$(VENV)/ready-test: $(VENV)/ready
	@echo "installing what tests and checks need ..."
	@$(BIN)/python -m pip install --quiet -e '.[mpich,png,test,dev]'
	@touch $@

# What starts no MPI job and needs nothing of the machine may share it with another such test; the others may not.
FAST := not (mpi or netns or slurm or simgrid or browser or fortran or gdb or site_files or other_user)

test: $(VENV)/ready-test
	@tools/test-system
ifeq ($(strip $(PYTEST_ARGS)),)
	$(BIN)/pytest --no-skips -n 2 -m "$(FAST)"
	$(BIN)/pytest --no-skips -m "not ($(FAST))"
else
	$(BIN)/pytest --no-skips $(PYTEST_ARGS)
endif

test-fast: $(VENV)/ready-test
	$(BIN)/pytest -n 2 -m "$(FAST)" $(PYTEST_ARGS)

mutation: $(VENV)/ready-test
	@$(BIN)/python tools/mutation.py $(ARGS)

bench: $(VENV)/ready-test
	@$(BIN)/python -m benchmarks $(ARGS)

lint: $(VENV)/ready-test
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)

types: types-here types-oldest

types-here: $(VENV)/ready-test
	$(BIN)/mypy

types-oldest: $(VENV)/ready-test
	$(BIN)/mypy --python-version 3.10

native: $(VENV)/ready-test
	tools/native $(BIN)

schema: $(VENV)/ready-test
	$(BIN)/python tools/generate.py

check-generated: $(VENV)/ready-test
	$(BIN)/python tools/generate.py --check

check: lint types native check-generated

wheel: $(VENV)/ready-test
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .
	@ls -l dist/*.whl

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache
	find src tests tools benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
