# Every target sets up what it needs; only Python 3.11+, pip and make have to be there.
PY := .venv/bin/python
MINUTES ?= 30

.DEFAULT_GOAL := help
.PHONY: help setup FORCE

# The stamp holds the folder it was made in; another answer means moved, broken or not made yet.
ifneq ($(shell $(PY) -c 'print(open(".venv/place").read().strip())' 2>/dev/null),$(CURDIR))
.venv/place: FORCE
endif
.venv/place: requirements.lock pyproject.toml .dev/setup
	@PYTHON="$(PYTHON)" .dev/setup

setup: .venv/place ## make .venv with everything in it
