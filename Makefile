# Everything here is what CI runs. `make` needs nothing that run.py does not install.

.PHONY: help check test fuzz fuzz-queries fuzz-kills format tables registry record dictionary lock bench bench-ingest

help:  ## Show this
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST)

check:  ## All checks: lint, types, layers, SDL, docs and tests (they are all tests)
	python3 run.py test

test:  ## The tests without the static checks, the browser and Spark
	python3 run.py test -q --ignore=tests/test_source_code.py --ignore=tests/browser --ignore=tests/loader --ignore=tests/ingest/test_ways_in.py

fuzz:  ## Look long for ways in that give different stores (5,000 examples, half an hour)
	HEADWATER_TEST_EXAMPLES=5000 .venv/bin/python -m pytest -q tests/ingest/test_ways_in.py

fuzz-queries:  ## Look long for queries that the two executors answer differently (10,000 examples, about an hour)
	HEADWATER_TEST_EXAMPLES=10000 .venv/bin/python -m pytest -q tests/execution tests/api/test_executors.py

fuzz-kills:  ## Kill servers and workers 50 times while 10,000 asynchronous writes come (10 to 20 minutes)
	HEADWATER_TEST_KILLS=50 .venv/bin/python -m pytest -q tests/ingest/test_asynchronous_crash.py

format:  ## Format the code and refresh schema.graphql
	.venv/bin/ruff format . && .venv/bin/ruff check --fix . && .venv/bin/python -m headwater schema > schema.graphql

tables:  ## Write sql/schema.sql anew, after a migration
	.venv/bin/python tests/schema_text.py

registry:  ## Write anew what Headwater knows of DataHub's entity model, from DataHub's SDK
	.venv/bin/python tests/datahub_model.py

record:  ## Record a small store, its dump and the schema: VERSION=0.3.0 for a release, VERSION=dumps the dumps alone
	PYTHONPATH=tests .venv/bin/python -m upgrade.record $(VERSION)

dictionary:  ## Train the dictionary of stored bodies anew: one that is released stays, so another has another id
	.venv/bin/python tests/body_dictionary.py

bench:  ## Print the ratios of bench/read.py, bench/queries.py, bench/ingest.py, bench/backend.py and bench/impact.py
	.venv/bin/python bench/read.py
	.venv/bin/python bench/queries.py
	.venv/bin/python bench/ingest.py
	.venv/bin/python bench/backend.py
	.venv/bin/python bench/impact.py

bench-ingest:  ## Print what writes cost beside what they have to cost at most (under five minutes)
	.venv/bin/python bench/ingest.py

lock:  ## Resolve the requirements anew (needs uv); records no registry host
	for set in "server --extra gitlab --extra otel" "demo --all-extras" "dev --all-extras --group dev"; do \
		set -- $$set; name=$$1; shift; \
		uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
			pyproject.toml requirements/build.in "$$@" --output-file requirements/$$name.txt; \
	done
