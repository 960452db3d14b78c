# Every target sets up what it needs; only Python 3.11+, pip and make have to be there.
PY := .venv/bin/python
MINUTES ?= 30
PACK ?= content/valkyries
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run test check format golden mutate bench bench-peers soak setup lock clean FORCE

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-11s %s\n", $$1, $$2}' Makefile

run: setup ## play a game of Valkyries with bots, log and ranking on screen
	@$(PY) -m tafl run valkyries --players 4 --seed 7 --bots random $(ARGS)

test: check ## everything that CI needs

check: setup ## format, lint, types, doors, exceptions, tests
	@$(PY) -m ruff format --check --quiet . || { echo "check: format differs; run: make format"; exit 1; }
	@$(PY) -m ruff check --quiet .
	@$(PY) -m mypy
	@$(PY) -c 'from importlinter.cli import lint_imports_command as run; run()' --no-logo --no-cache
	@$(PY) tests/allowed.py
	@$(PY) -m tafl fmt --check content tests/corpus
	@$(PY) -m pytest -n auto $(ARGS)

format: setup ## bring Python and content into their one form and mend what lint can
	@$(PY) -m ruff format --quiet .
	@$(PY) -m tafl fmt content tests/corpus
	@$(PY) -m ruff check --quiet --fix .

golden: setup ## write expected outputs anew; read the difference afterwards
	@UPDATE_GOLDEN=1 $(PY) -m pytest -n auto $(ARGS)
	@git status --short -- tests content

mutate: setup ## leave out each rule of PACK=content/valkyries and see who misses it
	@$(PY) -m tests.mutation $(PACK) $(ARGS)

bench: setup ## measure both engines against games written by hand in Python and C
	@$(PY) -m tafl.bench $(ARGS)

bench-peers: setup ## install other engines beside, and measure against them, too
	@$(PY) -m tafl.bench.peers.environments
	@$(PY) -m tafl.bench --peers $(ARGS)

soak: setup ## play every game for MINUTES=30 in all, compare long counts
	@$(PY) -m tafl.bench.soak --minutes $(MINUTES) $(ARGS)

setup: .venv/place ## make .venv with everything in it

lock: setup ## choose the newest packages that fit and write requirements.lock
	@.dev/lock --upgrade

clean: ## remove everything that is made
	rm -rf .venv .cache dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Another answer than this folder means: moved, broken or not made yet.
ifneq ($(shell $(PY) -c 'print(open(".venv/place").read().strip())' 2>/dev/null),$(CURDIR))
.venv/place: FORCE
endif
.venv/place: requirements.lock pyproject.toml .dev/setup
	@PYTHON="$(PYTHON)" .dev/setup
