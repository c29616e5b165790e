"""The explorer on the screen of a telephone: nothing is cut, and nothing lies on anything else."""

import pytest
from playwright.sync_api import Browser, FloatRect, Locator

from explorer_page import BAD_MORNING, LOAD, PRICES, explorer

VIEWS = [
    ("front", {}),
    ("find", {"q": "prices"}),
    ("dataset", {"urn": PRICES, "asOf": BAD_MORNING, "knownAt": "2026-11-01T08:00:00Z"}),
    ("job", {"urn": LOAD}),
    ("graph", {"urn": PRICES, "asOf": BAD_MORNING, "tab": "graph"}),
    ("table", {"urn": PRICES, "asOf": BAD_MORNING, "tab": "table"}),
    ("compare", {"urn": PRICES, "asOf": BAD_MORNING, "tab": "compare"}),
]


@pytest.mark.parametrize("width", [360, 320])
def test_each_view_fits_a_narrow_screen(width: int, browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server, timezone_id="America/Argentina/Buenos_Aires") as explored:
        page = explored.page
        page.set_viewport_size({"width": width, "height": 640})
        for view, address in VIEWS:
            explored.open(view, **address)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, view
            theme = box(page.get_by_role("button", name="theme"))
            assert theme["x"] + theme["width"] <= width, view
            for strip in page.locator(".strip").all():
                bars = box(strip.locator("svg"))
                labels = [box(label) for label in strip.locator(".ends span").all()]
                for place, label in enumerate(labels):
                    assert label["y"] >= bars["y"] + bars["height"] - 1, view
                    assert not any(overlap(label, other) for other in labels[:place]), view
            for menu in page.get_by_text("Take along").all():
                menu.click()
                assert page.evaluate("document.documentElement.scrollWidth") <= width, view


def box(shown: Locator) -> FloatRect:
    found = shown.bounding_box()
    assert found is not None
    return found


def overlap(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )
