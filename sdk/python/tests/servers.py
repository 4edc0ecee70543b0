"""Servers on loopback for the tests."""

from __future__ import annotations

import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar


class Recording(BaseHTTPRequestHandler):
    """Responds to each request with the same success, and keeps the connection. Works as a proxy for plain HTTP too."""

    protocol_version = "HTTP/1.1"
    keep_alive: ClassVar[str | None] = "timeout=5"
    # Address of the client, method, target and headers.
    seen: ClassVar[list[tuple[int, str, str, dict[str, str]]]] = []

    def answer(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.seen.append((self.client_address[1], self.command, self.path, dict(self.headers)))
        body = json.dumps({"success": True, "data": {"credit_balance": 1, "valid": True}}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        if self.keep_alive:
            self.send_header("Keep-Alive", self.keep_alive)
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = answer

    def do_CONNECT(self) -> None:
        self.seen.append((self.client_address[1], self.command, self.path, dict(self.headers)))
        self.send_response(407)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


class Server:
    def __init__(self, keep_alive: str | None = "timeout=5") -> None:
        self.handler = type("Handler", (Recording,), {"seen": [], "keep_alive": keep_alive})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self.handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    @property
    def seen(self) -> list[tuple[int, str, str, dict[str, str]]]:
        return self.handler.seen

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Silent:
    """Takes connections and never answers; counts those that their client closed."""

    def __init__(self) -> None:
        self.opened = threading.Semaphore(0)
        self.closed = threading.Semaphore(0)
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._read, args=(connection,), daemon=True).start()

    def _read(self, connection: socket.socket) -> None:
        is_first = True
        with connection:
            while connection.recv(65536):
                if is_first:
                    self.opened.release()
                is_first = False
        self.closed.release()

    def close(self) -> None:
        self._socket.close()
