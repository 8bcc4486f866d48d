.DEFAULT_GOAL := help
SHELL := /bin/bash
BIN := .venv/bin

.PHONY: help demo serve setup setup-serve setup-test web test test-slow test-live lint check audit reference measurements docs clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

demo: setup ## Set up, then research, fact-check, compare, explain, review and make slides from the files in examples/
	@$(BIN)/kasen demo

setup: ## Install Kasen with its default packages into .venv
	@scripts/setup.sh demo

setup-test:
	@scripts/setup.sh test

setup-serve:
	@scripts/setup.sh serve

serve: web ## Set up the server and its pages, and serve them on this machine
	@$(BIN)/kasen serve

web: setup-serve ## Compile the pages of `kasen serve` from web/
	@scripts/web.sh build

test: setup-test ## Set up what the tests need, then run them (the minutes-long ones left out)
	@scripts/system.sh
	@scripts/web.sh build
	@scripts/web.sh test
	@$(BIN)/pytest -n auto --maxprocesses 8 --dist worksteal -m 'not slow and not alone'
	@$(BIN)/pytest -m 'alone and not slow' $$(grep -rl --include='*.py' 'mark\.alone' tests)

test-slow: setup-test ## Run the minutes-long tests
	@scripts/system.sh
	@$(BIN)/pytest -m slow

test-live: setup-test ## Ask each provider whose key is found one small question (costs a few cents at most)
	@$(BIN)/pytest -m live -rs tests/live

lint: setup-test ## Check style (ruff), types (mypy --strict), import layers (import-linter) and web/
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@scripts/web.sh check

check: lint test ## lint and test: what has to pass before a change goes in

audit: setup-test ## Ask what is known against the packages (pip-audit, npm audit), and bandit about src/; needs a network
	@scripts/audit.sh

reference: setup-test ## Write docs/reference/ again from the code
	@$(BIN)/python scripts/reference.py

measurements: setup-test ## Write docs/reference/measurements.md again from the results that are kept beside it
	@$(BIN)/python scripts/measurements.py write

docs: setup-test ## Build the site of the documentation into build/site
	@scripts/site.sh

clean: ## Remove the environment, caches and the output of the demo; never your reports
	rm -rf .venv build dist kasen-demo .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	rm -rf web/node_modules web/*.tsbuildinfo src/kasen/server/pages
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
