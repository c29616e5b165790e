"""Times the explorer in a real browser at a million runs: the first page, and each step of the slider over a graph.

    .venv/bin/python bench/explorer.py [--runs 1000000] [--steps 60] [--quick]

A step counts from the key press until the frame is painted that has the new answer, laid out. The next key follows at
once, or after a look, while the page asks ahead. A jump goes to a moment between the runs, which nobody asked ahead. The
graph is that of a run whose answer has about 1,000 runs and versions. Needs `chromium` on the PATH and a build of the pages. The history
(`impact_history.py`) is made once and kept, in the embedded Postgres of HEADWATER_DATA_DIR or on DATABASE_URL's server.
"""

import argparse
import asyncio
import json
import shutil
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

import httpx
from keeping import keep_history
from playwright.sync_api import Browser, Page, sync_playwright

from headwater.app.database import database_as_found
from headwater.settings import load_settings
from headwater.store.connections import connect

from impact_history import end_of, history
from servers import headwater
from verdicts import Figure, print_verdicts

WANTED_NODES = 1000
SAMPLE, QUICK_RUNS = 200, 3000
"""The number of runs among which the start is sought; runs of the history with --quick."""

LOOK_MILLIS = 500
POLL_MILLIS = 50

LATEST_SHARE = 0.97
"""The share of the slider's range at the first jump."""

COLD_VISITS = 5
PATIENCE_SECONDS = 60
MOST_STEP_MILLIS, MOST_FIRST_MILLIS = 150, 1500

WATCH = """() => {
  window.steps = []
  let began = null, wasAway = false
  const begin = () => { began = performance.now(); wasAway = false }
  addEventListener('keydown', begin, true)
  addEventListener('jump', begin)
  const painted = since => requestAnimationFrame(() => setTimeout(() => window.steps.push(performance.now() - since)))
  const look = () => {
    if (began === null) return
    const main = document.querySelector('main'), graph = document.querySelector('section[aria-label=Graph]')
    const isReady = main?.dataset.viewReady !== undefined && (graph === null || graph.dataset.laidOut === 'true')
    if (!isReady) { wasAway = true; return }
    if (wasAway) { painted(began); began = null }
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
}"""
"""Notes the milliseconds of each step: from a key press or a jump until the page is painted anew."""

JUMP = """(slider, share) => {
  dispatchEvent(new Event('jump'))
  const value = Math.round(Number(slider.min) + (Number(slider.max) - Number(slider.min)) * share)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(slider, value)
  slider.dispatchEvent(new Event('input', { bubbles: true }))
}"""
"""Moves the slider to a share of its range, as a pointer does."""

TOTAL = """query ($urn: String!, $asOf: DateTime!, $steps: Int!) {
  impact(urn: $urn, pointInTime: {asOf: $asOf}, maxDepth: $steps) { total } }"""


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--quick", action="store_true", help="as short as can be: to see that it works")
    arguments = parser.parse_args()
    runs, count, sample = (QUICK_RUNS, 2, 3) if arguments.quick else (arguments.runs, arguments.steps, SAMPLE)
    with database_as_found(load_settings()) as server_url:
        url = history(server_url, runs)
        asyncio.run(keep_history(url))
        as_of = end_of(runs)
        candidates = asyncio.run(_runs(url, as_of, sample))
        with headwater(url) as server, _browser() as browser:
            address = f"http://127.0.0.1:{server.port}"
            urn, steps, total = _start(address, candidates, as_of)
            first = [_first_page(browser, address) for _ in range(COLD_VISITS)]
            moved, looked, jumped, last = _slider(browser, address, urn, steps, as_of, count)
    print(
        f"{runs:,} runs; a graph of {total:,} runs and versions ({last}, at the last moment);"
        f" {len(moved)} steps of each kind; {COLD_VISITS} visits"
    )
    print_verdicts(
        [
            Figure("the first page, cold, median, ms", statistics.median(first), MOST_FIRST_MILLIS, 1000),
            Figure("a step of the slider, median, ms", statistics.median(moved), MOST_STEP_MILLIS, 100),
            Figure("a step of the slider, p95, ms", statistics.quantiles(moved, n=20)[-1], MOST_STEP_MILLIS, 100),
            Figure("a step after a look, median, ms", statistics.median(looked), MOST_STEP_MILLIS, 100),
            Figure("a step after a look, p95, ms", statistics.quantiles(looked, n=20)[-1], MOST_STEP_MILLIS, 100),
            Figure("a jump of the slider, median, ms", statistics.median(jumped), MOST_STEP_MILLIS, 100),
            Figure("a jump of the slider, p95, ms", statistics.quantiles(jumped, n=20)[-1], MOST_STEP_MILLIS, 100),
        ]
    )


async def _runs(url: str, as_of: datetime, sample: int) -> list[str]:
    """Return runs of the last month, spread over the jobs."""
    connection = await connect(url)
    rows = await connection.fetch(
        "SELECT e.urn FROM run r JOIN entity e ON e.id = r.id"
        " WHERE r.created_at > $1::timestamptz - interval '30 days' ORDER BY md5(e.urn) LIMIT $2",
        as_of,
        sample,
    )
    await connection.close()
    return [row["urn"] for row in rows]


def _start(address: str, urns: list[str], as_of: datetime) -> tuple[str, int, int]:
    """Return the run, the number of steps and the total of the answer nearest to the wanted size."""
    found: list[tuple[int, str, int, int]] = []
    for urn in urns:
        for steps in (1, 2, 4, 8):
            body = {"query": TOTAL, "variables": {"urn": urn, "asOf": as_of.isoformat(), "steps": steps}}
            answer = httpx.post(f"{address}/graphql", json=body, timeout=60).json()
            total = answer["data"]["impact"]["total"]
            found.append((abs(total - WANTED_NODES), urn, steps, total))
        if min(found)[0] < WANTED_NODES // 20:
            break
    _, urn, steps, total = min(found)
    return urn, steps, total


def _first_page(browser: Browser, address: str) -> float:
    """Return the milliseconds until a new visitor's first page is usable."""
    with _page(browser) as page:
        page.add_init_script(
            "new MutationObserver(() => { if (!window.ready && document.querySelector('main[data-view-ready]'))"
            " window.ready = performance.now() }).observe(document, { subtree: true, childList: true, attributes: true })"
        )
        page.goto(address)
        return float(_awaited(page, "window.ready"))


def _slider(
    browser: Browser, address: str, urn: str, steps: int, as_of: datetime, count: int
) -> tuple[list[float], list[float], list[float], str]:
    """Return the milliseconds of steps at once, of steps after a look and of jumps, and the last answer in words."""
    question = urlencode(
        {"urn": urn, "tab": "graph", "asOf": as_of.astimezone(UTC).isoformat().replace("+00:00", "Z"), "down": steps}
    )
    with _page(browser) as page:
        page.goto(f"{address}/?{question}")
        page.wait_for_selector("section[aria-label=Graph][data-laid-out=true]")
        page.evaluate(WATCH)
        slider = page.get_by_role("slider", name="As of").first
        slider.focus()
        for number in range(2 * count):
            if number >= count:
                page.wait_for_timeout(LOOK_MILLIS)
            slider.press("ArrowLeft")
            _awaited(page, f"window.steps.length > {number}")
        for number in range(count):
            slider.evaluate(JUMP, LATEST_SHARE - number / count * LATEST_SHARE / 2)
            _awaited(page, f"window.steps.length > {2 * count + number}")
        taken = list(map(float, json.loads(page.evaluate("JSON.stringify(window.steps)"))))
        last = page.get_by_role("group", name="Steps after it").locator(".note").inner_text()
        return taken[:count], taken[count : 2 * count], taken[2 * count :], last


def _awaited(page: Page, expression: str) -> Any:
    """Return the value of an expression once it is true. (`wait_for_function` needs eval, which the page forbids.)"""
    give_up = time.monotonic() + PATIENCE_SECONDS
    while not (value := page.evaluate(expression)):
        if time.monotonic() > give_up:
            raise TimeoutError(f"{expression} is not true after {PATIENCE_SECONDS} s")
        page.wait_for_timeout(POLL_MILLIS)
    return value


@contextmanager
def _browser() -> Iterator[Browser]:
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"]) as browser,
    ):
        yield browser


@contextmanager
def _page(browser: Browser) -> Iterator[Page]:
    """Open a page of a new visitor, without anything cached."""
    context = browser.new_context(viewport={"width": 1400, "height": 1000})
    try:
        yield context.new_page()
    finally:
        context.close()


if __name__ == "__main__":
    main()
