"""The explorer's looks: screenshots of fixed data, made small, against those in `screenshots/`.

Small pictures forgive another machine's letters, and still tell a missing box, a shifted part or a wrong colour. After a
wanted change, run these tests with HEADWATER_KEEP_SCREENSHOTS=1, and look at the pictures before the commit.
"""

import os
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from explorer_page import BAD_MORNING, PRICES, Explorer, explorer

SCREENSHOTS = Path(__file__).parent / "screenshots"
WIDTH, HEIGHT = 140, 120
MOST_OTHER = 0.03
"""The largest share of pixels that may differ; one step more or less of the graph is beyond it."""

SHRUNK = f"""async png => {{
  const image = new Image()
  image.src = `data:image/png;base64,${{png}}`
  await image.decode()
  const canvas = new OffscreenCanvas({WIDTH}, {HEIGHT}), context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, {WIDTH}, {HEIGHT})
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
  return [btoa(String.fromCharCode(...bytes)), [...context.getImageData(0, 0, {WIDTH}, {HEIGHT}).data]]
}}"""
"""Makes a picture small, and returns it with its pixels."""

VIEWS: dict[str, dict[str, str]] = {
    "dataset": {"urn": PRICES, "asOf": BAD_MORNING},
    "graph": {"urn": PRICES, "asOf": BAD_MORNING, "tab": "graph"},
}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_views_look_as_before(theme: Any, browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server, color_scheme=theme, timezone_id="UTC", locale="en-GB") as explored:
        blank = browser.new_page()
        shares = {
            view: other_share(blank, explored, view, f"{view}-{theme}", address) for view, address in VIEWS.items()
        }
        fewer = VIEWS["graph"] | {"down": "0"}
        told = other_share(blank, explored, "graph", f"graph-{theme}", fewer, may_keep=False)
        blank.close()
    assert max(shares.values()) <= MOST_OTHER < told, (shares, told)


def other_share(
    blank: Page, explored: Explorer, view: str, name: str, address: dict[str, str], *, may_keep: bool = True
) -> float:
    """Return the share of a view's pixels that differ from the kept ones by more than a shade."""
    explored.open(view, **address)
    explored.page.mouse.move(0, 0)
    explored.page.wait_for_timeout(300)  # colours fade
    small, pixels = blank.evaluate(SHRUNK, b64encode(explored.page.screenshot()).decode())
    kept = SCREENSHOTS / f"{name}.png"
    if may_keep and os.environ.get("HEADWATER_KEEP_SCREENSHOTS"):
        kept.write_bytes(b64decode(small))
    _, before = blank.evaluate(SHRUNK, b64encode(kept.read_bytes()).decode())
    others = [
        max(abs(a - b) for a, b in zip(pixels[at : at + 3], before[at : at + 3], strict=True))
        for at in range(0, len(pixels), 4)
    ]
    return float(sum(other > 24 for other in others) / len(others))
