"""The drawing of the explorer's graph: its lines, its overview, its words, and its pictures to take along."""

import re

from playwright.sync_api import Browser, Locator, expect

from explorer_page import BAD_MORNING, PRICES, explorer

WHOLE = {"urn": PRICES, "asOf": BAD_MORNING, "tab": "graph", "down": "3", "up": "2"}

CROSSED = """() => {
  const boxes = [...document.querySelectorAll('.react-flow__node')].map(node => [node.dataset.id, node.getBoundingClientRect()])
  const crossed = []
  for (const edge of document.querySelectorAll('.react-flow__edge')) {
    const path = edge.querySelector('.react-flow__edge-path'), matrix = path.getScreenCTM(), length = path.getTotalLength()
    const ends = edge.dataset.id.split('\\n')
    for (let share = 0; share <= 1; share += 0.02) {
      const at = path.getPointAtLength(share * length).matrixTransform(matrix)
      for (const [key, box] of boxes) {
        if (!ends.includes(key) && at.x > box.left + 2 && at.x < box.right - 2 && at.y > box.top + 2 && at.y < box.bottom - 2) {
          crossed.push([edge.dataset.id, key])
        }
      }
    }
  }
  return crossed
}"""
"""The lines that go through boxes which are not their ends, by sampling each line at fifty points."""


def test_lines_go_around_the_boxes_on_their_way(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server) as explored:
        explored.open("graph", **WHOLE)
        expect(explored.page.locator(".react-flow__edge").nth(20)).to_be_attached()
        assert explored.page.evaluate(CROSSED) == []


def test_a_graph_that_is_cut_off_has_a_way_to_the_whole(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server) as explored:
        whole = explored.page.get_by_role("button", name="Show the whole graph")
        frame = explored.page.locator(".canvas")
        explored.open("graph", **WHOLE)
        last = explored.page.locator("button.node").filter(has_text="ml.train_demand_forecast").first
        assert right_of(last) > right_of(frame)
        whole.click()
        explored.page.wait_for_timeout(1000)  # the drawing moves
        assert right_of(last) <= right_of(frame)
        explored.open("graph", urn=PRICES, asOf=BAD_MORNING, tab="graph", down="1", up="0")
        expect(whole).to_have_count(0)


def right_of(part: Locator) -> float:
    """Return the right end of a part of the page."""
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"]


def test_grouped_by_flow_each_thing_has_one_box(browser: Browser, live_server: str) -> None:
    """The version that the graph starts at stands alone, and data of a flow are not called as data are."""
    with explorer(browser, live_server) as explored:
        explored.open("graph", **WHOLE, fold="FLOW")
        boxes = explored.page.locator("button.node")
        expect(boxes.filter(has_text="data of model")).to_have_count(1)
        versions = explored.page.locator("button.node[data-role=VERSION]")
        names = versions.locator("b").all_inner_texts()
        assert names.count("shop.public.prices") == 1
        assert len(names) == len(set(names))


def test_the_words_of_effects_are_explained(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server) as explored:
        explored.open("graph", **WHOLE)
        expect(explored.page.locator("main")).to_contain_text(
            "CONTAMINATED: worked on data from this start, good or bad."
        )
        explored.open("table", urn=PRICES, asOf=BAD_MORNING, tab="table", certainty="POSSIBLE")
        expect(explored.page.locator("main")).to_contain_text("AT_RISK: a job that would read affected data next")


def test_the_graph_is_taken_along(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server) as explored:
        page = explored.page
        explored.open("graph", **WHOLE)
        page.get_by_text("Take along").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="SVG of all after it").click()
        picture = download.value.path().read_text("utf-8")
        assert picture.startswith("<svg")
        assert "marts.export_email_campaign" in picture


def test_the_top_stays_where_it_is_on_all_tabs(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server) as explored:
        places = []
        for view, tab in (("dataset", {}), ("graph", {"tab": "graph"}), ("table", {"tab": "table"})):
            explored.open(view, urn=PRICES, asOf=BAD_MORNING, **tab)
            places.append(explored.page.get_by_role("link", name="Headwater").bounding_box())
            places.append(explored.page.get_by_role("navigation", name=re.compile("Views|Tabs")).bounding_box())
        assert places[0::2] == places[:1] * 3
        assert places[1::2] == places[1:2] * 3
