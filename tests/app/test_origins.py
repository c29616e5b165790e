"""Names of servers and origins of pages: equal ones, ones of this machine, and invalid ones."""

import pytest

from headwater.origins import Authority, authority_of, origin_of


@pytest.mark.parametrize(
    ("text", "authority"),
    [
        ("localhost", Authority("localhost", None)),
        ("LOCALHOST:8080", Authority("localhost", 8080)),
        ("localhost.:8080", Authority("localhost", 8080)),
        ("127.0.0.1:1", Authority("127.0.0.1", 1)),
        ("[::1]", Authority("::1", None)),
        ("[0:0:0:0:0:0:0:1]:8080", Authority("::1", 8080)),
        ("headwater.example", Authority("headwater.example", None)),
    ],
)
def test_a_host_is_compared_in_one_form(text: str, authority: Authority) -> None:
    assert authority_of(text) == authority


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":80",
        "a:b",
        "a:123456",
        "a:80:80",
        "::1",
        "[::1",
        "[localhost]",
        "[::g]",
        "user@localhost",
        "localhost/x",
        "a b",
        "a?",
        "a\\b",
    ],
)
def test_texts_that_are_no_host(text: str) -> None:
    assert authority_of(text) is None


@pytest.mark.parametrize(
    ("text", "is_loopback"),
    [
        ("localhost", True),
        ("localhost.", True),
        ("127.0.0.1", True),
        ("127.0.0.1.", True),
        ("127.1.2.3:80", True),
        ("[::1]:8080", True),
        ("0.0.0.0", False),
        ("[::]", False),
        ("10.0.0.1", False),
        ("127.0.0.1.nip.io", False),
        ("localhost.evil.example", False),
        ("evil.localhost", False),
        ("localhost..", False),
        ("2130706433", False),
        ("127.1", False),
    ],
)
def test_loopback_names_lead_to_this_machine(text: str, is_loopback: bool) -> None:
    host = authority_of(text)
    assert host is not None
    assert host.is_loopback is is_loopback


@pytest.mark.parametrize(
    ("origin", "host", "is_own"),
    [
        ("http://localhost:8080", "localhost:8080", True),
        ("HTTP://LOCALHOST:8080", "localhost.:8080", True),
        ("http://[::1]:8080", "[0::1]:8080", True),
        ("http://headwater.example", "headwater.example:80", True),
        ("https://headwater.example", "headwater.example", True),
        ("https://headwater.example:443", "headwater.example", True),
        ("https://headwater.example", "headwater.example:80", False),
        ("http://localhost:8081", "localhost:8080", False),
        ("http://localhost", "localhost:8080", False),
        ("http://localhost:8080", "127.0.0.1:8080", False),
        ("http://localhost.evil.example:8080", "localhost:8080", False),
    ],
)
def test_pages_of_the_hosts_own_origin(origin: str, host: str, is_own: bool) -> None:
    page, authority = origin_of(origin), authority_of(host)
    assert page is not None
    assert authority is not None
    assert page.is_at(authority) is is_own


@pytest.mark.parametrize(
    "text", ["", "null", "localhost", "http://", "http://a/", "http://u@a", "://a", "http://a http://b"]
)
def test_texts_that_are_no_origin(text: str) -> None:
    assert origin_of(text) is None


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("HTTPS://UI.Example:443", "https://ui.example"),
        ("http://ui.example:443", "http://ui.example:443"),
        ("http://[::1]:3000", "http://[::1]:3000"),
        ("chrome-extension://abc", "chrome-extension://abc"),
    ],
)
def test_an_origin_is_written_as_browsers_do(text: str, written: str) -> None:
    assert str(origin_of(text)) == written
