# The two commands of a fresh machine are `make survey` and `make test`. Everything lives in .venv of this folder.
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
PYTEST_ARGS ?=
PART ?=
SINCE ?=
SOURCES := src tests tools benchmarks hatch_build.py
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Images of containers often set this; each of some thousand starts of Python would then compile all it imports.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help survey test test-all test-fast mutation bench lint types native schema docs check-generated wheel check clean
.DELETE_ON_ERROR:

help:
	@echo "make survey [ARGS=--quick]   set up, measure this machine with MPICH, write a page"
	@echo "make test                    install what tests need, prove each behaviour once; 20 minutes"
	@echo "make test-fast               those of them that start no MPI job and need no root: a minute or two"
	@echo "make test-all [PART=3/12]    everything: all MPIs, kernels, types and faults; 75 minutes (or a part of what it adds)"
	@echo "make mutation [ARGS=--help]  change the statistics in 200 small ways; how many the unit tests notice; half an hour"
	@echo "make bench [ARGS=--all]      prove the headline of docs/claims.md in an hour (all: eight), on a quiet machine"
	@echo "make check                   lint, types, native, check-generated"
	@echo "make schema                  write docs/schema.json and docs/cli.md from the code"
	@echo "make docs                    write the tables of kernels, messages and calls below build/docs"
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

# Real jobs of an MPI go one after the other, alone: two at once on two cores would measure each other.
JOBS := mpi or netns or slurm or fortran or gdb
# What starts none and needs nothing of the machine.
FAST := not ($(JOBS) or simgrid or browser or site_files or other_user or hostile)
# Labs wait for slow links more than they compute: they go beside the jobs, as whatever starts no job does.
BESIDE := lab or not ($(JOBS))

# The tests in two lanes, or those that PYTEST_ARGS names, which are not tried again; $(1) is what else pytest is told.
define tests
	@tools/test-system
	$(if $(strip $(PYTEST_ARGS)),$(BIN)/pytest --no-skips $(1) $(PYTEST_ARGS),$(BIN)/python tools/beside.py "$(BESIDE)" $(1))
endef

test: $(VENV)/ready-test
	$(call tests,)

test-all: $(VENV)/ready-test
	$(call tests,--all $(if $(PART),--part $(PART)))

test-fast: $(VENV)/ready-test
	$(BIN)/pytest -n 2 -m "$(FAST)" $(PYTEST_ARGS)

mutation: $(VENV)/ready-test
	@$(BIN)/python tools/mutation.py $(ARGS)

bench: $(VENV)/ready-test
	@$(BIN)/python -m benchmarks $(ARGS)

lint: $(VENV)/ready-test
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)

# As the oldest Python that is supported reads the source.
types: $(VENV)/ready-test
	$(BIN)/mypy --python-version 3.10

native: $(VENV)/ready-test
	tools/native $(BIN) $(SINCE)

schema: $(VENV)/ready-test
	$(BIN)/python tools/generate.py

docs: $(VENV)/ready-test
	@$(BIN)/python tools/generate.py --pages

check-generated: $(VENV)/ready-test
	$(BIN)/python tools/generate.py --check

check: lint types native check-generated

wheel: $(VENV)/ready-test
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .
	@ls -l dist/*.whl

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache
	find src tests tools benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
