"""Chooses the proxy of a request by `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, in either case."""

from __future__ import annotations

import base64
import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit


@dataclass(frozen=True)
class Proxy:
    host: str
    port: int
    # The header `Proxy-Authorization`; `repr` does not show it.
    authorization: str | None = field(repr=False)


def proxy_for(scheme: str, host: str, port: int, environment: Mapping[str, str]) -> Proxy | None:
    given = _setting(environment, f"{scheme}_proxy")
    # Not `HTTP_PROXY` in a CGI program: the web server sets it from the client's header `Proxy`.
    if scheme == "http" and "REQUEST_METHOD" in environment:
        given = environment.get("http_proxy", "")
    given = given or _setting(environment, "all_proxy")
    if not given or _is_bypassed(host, port, _setting(environment, "no_proxy")):
        return None
    parts = urlsplit(given if "://" in given else f"http://{given}")
    if parts.scheme != "http" or not parts.hostname:
        raise ValueError(f"{scheme.upper()}_PROXY is the address of an HTTP proxy: http://proxy.example.com:3128")
    user = None
    if parts.username is not None:
        pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        user = "Basic " + base64.b64encode(pair.encode()).decode()
    return Proxy(parts.hostname, parts.port or 80, user)


def _setting(environment: Mapping[str, str], name: str) -> str:
    return (environment.get(name) or environment.get(name.upper()) or "").strip()


def _is_bypassed(host: str, port: int, no_proxy: str) -> bool:
    return any(_is_named(host.lower().rstrip("."), port, entry) for entry in re.split(r"[\s,]+", no_proxy) if entry)


def _is_named(host: str, port: int, entry: str) -> bool:
    """Whether `entry` covers a host: `*`, or a name (with its subdomains), address or network, perhaps with a port."""
    if entry == "*":
        return True
    name = entry.lower()
    found = re.fullmatch(r"\[?(.+?)\]?(?::(\d+))?", name) if name.count(":") < 2 or name[0] == "[" else None
    if found is not None:
        name = found[1]
        if found[2] is not None and int(found[2]) != port:
            return False
    try:
        return ipaddress.ip_address(host) in ipaddress.ip_network(name, strict=False)
    except ValueError:
        name = name.removeprefix("*").strip(".")
        return name != "" and (host == name or host.endswith(f".{name}"))
