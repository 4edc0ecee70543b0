"""Connections of `http.client` with a deadline. (A socket's own timeout would start again with every byte.)"""

from __future__ import annotations

import io
import os
import re
import socket
import ssl
import threading
import time
from http.client import HTTPConnection, HTTPResponse
from typing import Any, cast
from urllib.parse import urlsplit

from ._cancellation import CANCELLATION, Cancellation
from ._proxy import Proxy, proxy_for
from ._transport import NotSentError, Request, Response

# The most connections that wait for a next request.
_IDLE_MAX = 8
# Seconds that a connection is kept. A server that sends no `Keep-Alive: timeout` often closes it after 5 seconds.
_IDLE_USUAL = 4.0
_IDLE_LONGEST = 60.0
_HEAD_MAX = 65_536


class Deadline:
    """The deadline of one attempt. By the system's clock: sockets know no other."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError("The time is over.")
        return left


class Sockets:
    """The default transport of a client. Reuses connections, and uses the proxy of the environment."""

    def __init__(self, url: str) -> None:
        self._lock = threading.Lock()
        self._idle: list[_Kept] = []
        parts = urlsplit(url)
        is_encrypted = parts.scheme == "https"
        host, port = parts.hostname or "", parts.port or (443 if is_encrypted else 80)
        self._proxy = proxy_for(parts.scheme, host, port, os.environ)
        self._origin = Origin(host, port, is_encrypted=is_encrypted, proxy=self._proxy)
        self._is_forwarded = self._proxy is not None and not is_encrypted

    def __del__(self) -> None:
        self.close()

    def send(self, request: Request, timeout: float) -> Response:
        deadline = Deadline(timeout)
        # Not for requests that must not be sent twice: the server may be closing a kept connection.
        connection = (self._taken(deadline) if request.is_repeatable else None) or self._connected(deadline)
        is_kept = False
        try:
            with _cancellation().ending(connection.end):
                headers = dict(request.headers)
                parts = urlsplit(request.url)
                target = f"{parts.path}?{parts.query}" if parts.query else parts.path
                if self._is_forwarded:
                    target = request.url
                    if self._proxy is not None and self._proxy.authorization:
                        headers["Proxy-Authorization"] = self._proxy.authorization
                connection.http.request(request.method, target, request.body, headers)
                with connection.http.getresponse() as response:
                    body = response.read()
            is_kept = self._keep(connection, response)
            return Response(response.status, dict(response.getheaders()), body)
        finally:
            if not is_kept:
                connection.close()

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for each in idle:
            each.connection.close()

    def _connected(self, deadline: Deadline) -> Connection:
        try:
            return self._origin.connect(deadline)
        except OSError as cause:
            raise NotSentError(str(cause)) from cause

    def _taken(self, deadline: Deadline) -> Connection | None:
        while True:
            with self._lock:
                kept = self._idle.pop() if self._idle else None
            if kept is None:
                return None
            if kept.is_usable():
                kept.connection.steps.deadline = deadline
                return kept.connection
            kept.connection.close()

    def _keep(self, connection: Connection, response: HTTPResponse) -> bool:
        if response.will_close or connection.http.sock is None:
            return False
        found = re.search(r"timeout=(\d{1,5})", response.getheader("Keep-Alive", ""))
        seconds = min(int(found[1]) - 1, _IDLE_LONGEST) if found else _IDLE_USUAL
        with self._lock:
            if seconds <= 0 or len(self._idle) >= _IDLE_MAX:
                return False
            self._idle.append(_Kept(connection, time.monotonic() + seconds))
        return True


class _Kept:
    def __init__(self, connection: Connection, until: float) -> None:
        self.connection = connection
        self._until = until
        self._process = os.getpid()

    def is_usable(self) -> bool:
        # A forked process must not use its parent's socket.
        if os.getpid() != self._process or time.monotonic() >= self._until:
            return False
        return self.connection.steps.is_silent()


class Connection:
    def __init__(self, http: HTTPConnection, steps: _Steps) -> None:
        self.http = http
        self.steps = steps

    def end(self) -> None:
        """Ends the socket from another thread, so that the thread that waits for it continues."""
        self.steps.end()

    def close(self) -> None:
        self.http.close()
        self.steps.close()


class Origin:
    """The server of Sandi, reached directly or through a proxy."""

    def __init__(self, host: str, port: int | None, *, is_encrypted: bool, proxy: Proxy | None = None) -> None:
        self._host = host
        self._port = port or (443 if is_encrypted else 80)
        self._tls = _trusting() if is_encrypted else None
        self._proxy = proxy

    def connect(self, deadline: Deadline) -> Connection:
        """Opens a connection. Raises `OSError` if that fails; nothing was sent then."""
        sock = self._reach(deadline)
        if self._tls is not None:
            if self._proxy is not None:
                _tunnel(sock, f"[{self._host}]" if ":" in self._host else self._host, self._port, self._proxy, deadline)
            sock = _encrypted(sock, self._tls, self._host, deadline)
        # So that the header `Host` leaves out port 443, as the class does only for port 80.
        connection = HTTPConnection(self._host, self._port)
        connection.default_port = 443 if self._tls else 80
        # `http.client` must not reopen a connection by itself: that one would have no deadline.
        connection.auto_open = 0
        steps = _Steps(sock, deadline)
        connection.sock = cast(Any, steps)
        return Connection(connection, steps)

    def _reach(self, deadline: Deadline) -> socket.socket:
        host, port = (self._host, self._port) if self._proxy is None else (self._proxy.host, self._proxy.port)
        # The system decides how long this may take; Python cannot end it.
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        failure = OSError("The host has no address.")
        for tried, (family, kind, protocol, _, address) in enumerate(addresses):
            try:
                # An address that does not respond must leave time for the others.
                timeout = deadline.left() / (len(addresses) - tried)
                return _reached(socket.socket(family, kind, protocol), address, timeout)
            except OSError as error:
                failure = error
        raise failure


class _Steps:
    """The methods of a socket that `http.client` uses. Each gets the time that is left until the deadline."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._sock = sock
        self.deadline = deadline

    def sendall(self, content: bytes) -> None:
        self._sock.settimeout(self.deadline.left())
        self._sock.sendall(content)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Reads(self._sock, self.deadline))

    def end(self) -> None:
        _shut(self._sock)

    def is_silent(self) -> bool:
        """Whether the server has neither closed the connection nor sent anything without a request."""
        try:
            self._sock.settimeout(0)
            # Peeks at the socket below TLS, since TLS cannot peek.
            socket.socket.recv(self._sock, 1, socket.MSG_PEEK)
        except (BlockingIOError, ssl.SSLWantReadError):
            return True
        except OSError:
            return False
        return False

    def close(self) -> None:
        self._sock.close()


class _Reads(io.RawIOBase):
    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._sock = sock
        # The file keeps the socket open until the file is closed too.
        self._file = sock.makefile("rb", buffering=0)
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._sock.settimeout(self._deadline.left())
        return self._file.readinto(buffer)

    def close(self) -> None:
        self._file.close()
        super().close()


def _cancellation() -> Cancellation:
    return CANCELLATION.get() or Cancellation()


def _shut(sock: socket.socket) -> None:
    try:
        # Not the method of TLS sockets: it would drop the session that the reading thread uses.
        socket.socket.shutdown(sock, socket.SHUT_RDWR)
    except OSError:
        pass


def _tunnel(sock: socket.socket, host: str, port: int, proxy: Proxy, deadline: Deadline) -> None:
    lines = [f"CONNECT {host}:{port} HTTP/1.1", f"Host: {host}:{port}"]
    if proxy.authorization is not None:
        lines.append(f"Proxy-Authorization: {proxy.authorization}")
    head = b""
    try:
        with _cancellation().ending(lambda: _shut(sock)):
            sock.settimeout(deadline.left())
            sock.sendall("\r\n".join([*lines, "", ""]).encode())
            while not head.endswith(b"\r\n\r\n"):
                sock.settimeout(deadline.left())
                more = sock.recv(1)
                head += more
                if not more or len(head) > _HEAD_MAX:
                    raise OSError("The proxy did not answer.")
        status = re.match(rb"HTTP/1\.\d (\d{3})", head)
        if status is None or not status[1].startswith(b"2"):
            raise OSError(f"The proxy refused: HTTP {status[1].decode() if status else '?'}.")
    except OSError:
        sock.close()
        raise


def _trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    return context


def _encrypted(sock: socket.socket, tls: ssl.SSLContext, host: str, deadline: Deadline) -> socket.socket:
    try:
        with _cancellation().ending(lambda: _shut(sock)):
            sock.settimeout(deadline.left())
            # Without a final dot, which certificates do not have.
            return tls.wrap_socket(sock, server_hostname=host.rstrip("."))
    except (OSError, ValueError):
        sock.close()
        raise


def _reached(sock: socket.socket, address: Any, timeout: float) -> socket.socket:
    try:
        with _cancellation().ending(lambda: _shut(sock)):
            sock.settimeout(timeout)
            sock.connect(address)
        # Headers and body are sent separately: the body must not wait until the headers have arrived.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except OSError:
        sock.close()
        raise
    return sock
