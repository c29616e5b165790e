"""Names of servers and origins of pages, as browsers write them in `Host` and `Origin`."""

import ipaddress
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

_AUTHORITY = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[^\s/\\@:?#\[\]]+)(?::(?P<port>\d{1,5}))?")
_ORIGIN = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?P<authority>.+)")
_KEPT: Final = 64
"""The number of cached texts: a server has few names, and invented ones may be long."""

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Authority:
    """A server's name in lower case, without brackets and trailing dot, and its port if given."""

    name: str
    port: int | None

    @cached_property
    def is_loopback(self) -> bool:
        """True if the name means this machine in any DNS."""
        if self.name == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.name).is_loopback
        except ValueError:
            return False


@lru_cache(_KEPT)
def authority_of(text: str) -> Authority | None:
    """Return the authority in a `Host` header; None for an invalid one."""
    found = _AUTHORITY.fullmatch(text)
    if found is None:
        return None
    name, port = found["name"].lower(), None if found["port"] is None else int(found["port"])
    if not name.startswith("["):
        return Authority(name.removesuffix("."), port)
    try:
        return Authority(ipaddress.IPv6Address(name[1:-1]).compressed, port)
    except ValueError:
        return None


@dataclass(frozen=True)
class Origin:
    """The scheme, name and port of a page's address; the port is None for an unknown scheme without one."""

    scheme: str
    name: str
    port: int | None

    def is_at(self, host: Authority) -> bool:
        """Return True if the page came from this host.

        The scheme is not compared: behind a proxy with TLS, the server does not know its own.
        """
        port = _DEFAULT_PORTS.get(self.scheme) if host.port is None else host.port
        return (self.name, self.port) == (host.name, port)

    def __str__(self) -> str:
        """Return the origin as browsers write it: without the scheme's default port."""
        name = f"[{self.name}]" if ":" in self.name else self.name
        return f"{self.scheme}://{name}" + ("" if self.port == _DEFAULT_PORTS.get(self.scheme) else f":{self.port}")


@lru_cache(_KEPT)
def origin_of(text: str) -> Origin | None:
    """Return the origin in an `Origin` header; None for an invalid one such as `null`."""
    found = _ORIGIN.fullmatch(text)
    authority = None if found is None else authority_of(found["authority"])
    if found is None or authority is None:
        return None
    scheme = found["scheme"].lower()
    port = _DEFAULT_PORTS.get(scheme) if authority.port is None else authority.port
    return Origin(scheme, authority.name, port)
