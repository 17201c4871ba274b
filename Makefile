# make demo | make test | make help. Needs Python >= 3.11 with pip and venv; everything else is set up in .venv.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
CATALOGUES := $(wildcard wording/locale/*/LC_MESSAGES/osmica.po)
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip

.PHONY: help demo test setup browser lint types unit messages lock clean

help:  ## say what can be made
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 12

demo: setup  ## read the sample league, replay it, print the verdicts, serve the dashboard until Ctrl-C
	@$(BIN)/osmica demo

test: setup browser lint types unit  ## everything a change must pass: format, types, tests (a browser included)

setup: $(VENV)/.packages $(VENV)/.osmica $(CATALOGUES:.po=.mo)  ## build .venv from requirements.lock, once

lint: setup  ## ruff: rules and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

unit: setup browser
	OSMICA_CHROMIUM="$$(tools/chromium)" $(BIN)/pytest -n auto --dist loadfile

browser:
	@tools/chromium --install > /dev/null

messages: setup  ## collect the messages of the sources and bring the catalogues up to date
	$(BIN)/python -m tools.messages

lock:  ## renew requirements.lock from pyproject.toml (needs the package index)
	@test -x .cache/lock/bin/pip-compile || { $(PYTHON) -m venv .cache/lock && .cache/lock/bin/python -m pip install -q pip-tools; }
	.cache/lock/bin/pip-compile -q --generate-hashes --allow-unsafe --strip-extras --no-emit-options \
	  --no-emit-find-links --no-emit-trusted-host --no-header --extra dev --output-file requirements.lock pyproject.toml
	sed -i -e '/^--/d' -e '1i # Every package at one version with its hashes, for Linux and macOS, made from pyproject.toml by: make lock' requirements.lock

clean:  ## remove what was built (not your stores)
	rm -rf $(VENV) .cache build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis wording/locale/*/LC_MESSAGES/*.mo
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.python:
	@test -n "$(PYTHON)" && $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'osmica needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3'; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo 'No virtual environment could be made; on Debian and Ubuntu: apt-get install python3-venv'; exit 1; }
	@touch $@

$(VENV)/.packages: requirements.lock $(VENV)/.python
	@echo 'Installing the packages of requirements.lock into $(VENV) …'
	@$(PIP) install -q --require-hashes -r requirements.lock
	@touch $@

$(VENV)/.osmica: pyproject.toml $(VENV)/.packages
	@$(PIP) install -qq --no-deps --no-build-isolation -e .
	@touch $@

%.mo: %.po $(VENV)/.packages
	@$(BIN)/python -m tools.messages compile
