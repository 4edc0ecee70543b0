"""Connections of `http.client` that end at a deadline: a timeout of a socket begins anew with every byte."""

from __future__ import annotations

import io
import socket
import ssl
import time
from http.client import HTTPConnection, HTTPSConnection
from typing import Any, cast


class Deadline:
    """Of one try; by the clock of the system, as no other moves a socket."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError("The time is over.")
        return left


class Origin:
    """Where Sandi is."""

    def __init__(self, host: str, port: int | None, *, is_encrypted: bool) -> None:
        self._host = host
        self._port = port or (443 if is_encrypted else 80)
        self._tls = _trusting() if is_encrypted else None

    def connect(self, deadline: Deadline) -> HTTPConnection:
        """Raises `OSError` where no connection comes to be: then nothing was sent."""
        sock = self._reach(deadline)
        connection: HTTPConnection
        if self._tls is None:
            connection = HTTPConnection(self._host, self._port)
        else:
            connection = HTTPSConnection(self._host, self._port, context=self._tls)
            sock = _encrypted(sock, self._tls, self._host, deadline)
        connection.sock = cast(Any, _Steps(sock, deadline))
        return connection

    def _reach(self, deadline: Deadline) -> socket.socket:
        # How long this may take says the system; Python cannot.
        addresses = socket.getaddrinfo(self._host, self._port, type=socket.SOCK_STREAM)
        failure = OSError("The host has no address.")
        for tried, (family, kind, protocol, _, address) in enumerate(addresses):
            try:
                # One that is silent leaves time for the others.
                timeout = deadline.left() / (len(addresses) - tried)
                return _reached(socket.socket(family, kind, protocol), address, timeout)
            except OSError as error:
                failure = error
        raise failure


class _Steps:
    """What `http.client` uses of a socket; each step has what is left."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._sock = sock
        self._deadline = deadline

    def sendall(self, content: bytes) -> None:
        self._sock.settimeout(self._deadline.left())
        self._sock.sendall(content)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Reads(self._sock, self._deadline))

    def close(self) -> None:
        self._sock.close()


class _Reads(io.RawIOBase):
    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._sock = sock
        # It keeps the socket open until it is closed itself.
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


def _trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    return context


def _encrypted(sock: socket.socket, tls: ssl.SSLContext, host: str, deadline: Deadline) -> socket.socket:
    try:
        sock.settimeout(deadline.left())
        # A name with a dot at its end is the same, and in no certificate.
        return tls.wrap_socket(sock, server_hostname=host.rstrip("."))
    except (OSError, ValueError):
        sock.close()
        raise


def _reached(sock: socket.socket, address: Any, timeout: float) -> socket.socket:
    try:
        sock.settimeout(timeout)
        sock.connect(address)
        # Headers and body are sent one after the other: the second does not wait for the first to arrive.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except OSError:
        sock.close()
        raise
    return sock
