"""Tests of the Python SDK only; the shared vectors test the rest. Run: python3 -m unittest discover -t . -s tests"""

import asyncio
import base64
import hashlib
import hmac
import inspect
import json
import socket
import threading
import time
import unittest
import unittest.mock
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files

import sandi
from sandi import AsyncSandi, Sandi, SandiError, errors, webhooks
from sandi import _async_client as awaited
from sandi._connection import Deadline, Origin


class Together(BaseHTTPRequestHandler):
    """Responds only when all three requests have arrived."""

    barrier = threading.Barrier(3, timeout=30)

    def do_GET(self) -> None:
        self.barrier.wait()
        answer = json.dumps({"success": True, "data": {"credit_balance": 1}}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:
        pass


class SdkTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Together)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def tearDown(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def test_asyncio_calls_run_at_once(self) -> None:
        async def ask() -> list:
            client = AsyncSandi(self.url, "sandi_test_1")
            return await asyncio.gather(*(client.credit() for _ in range(3)))

        self.assertEqual(asyncio.run(ask()), [{"credit_balance": 1}] * 3)

    def test_every_call_can_be_awaited_with_the_same_arguments(self) -> None:
        def calls_of(kind: type) -> dict:
            return {name: inspect.signature(call) for name, call in vars(kind).items() if name[0] != "_" and "close" not in name}

        for kind in (Sandi, awaited.Messages, awaited.Verifications):
            asynchronous = getattr(awaited, f"Async{kind.__name__}")
            self.assertEqual(calls_of(asynchronous), calls_of(kind))
            for name in calls_of(kind):
                self.assertTrue(inspect.iscoroutinefunction(getattr(asynchronous, name)))

    def test_threads_share_a_client(self) -> None:
        client = Sandi(self.url, "sandi_test_1")
        answers: list = []
        threads = [threading.Thread(target=lambda: answers.append(client.credit())) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, [{"credit_balance": 1}] * 3)

    def test_pauses_by_the_clock_of_the_system(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
        started = time.monotonic()
        with self.assertRaises(errors.NoAnswerError) as caught:
            Sandi(f"http://127.0.0.1:{port}", "sandi_test_1", timeout=1.6).credit()
        # One pause of a quarter to half a second.
        self.assertGreaterEqual(time.monotonic() - started, 0.25)
        self.assertFalse(caught.exception.maybe_done)

    def test_an_address_that_refuses_leaves_the_next_one(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
        ports = (port, self.server.server_port)
        found = [(socket.AF_INET, socket.SOCK_STREAM, 0, "", ("127.0.0.1", each)) for each in ports]
        with unittest.mock.patch("socket.getaddrinfo", return_value=found):
            Origin("otp.example.com", None, is_encrypted=False).connect(Deadline(10)).close()

    def test_headers_that_are_no_utf_8_are_bytes_all_the_same(self) -> None:
        body, secret = b'{"type":"otp.sent"}', "whsec_" + base64.b64encode(b"secret").decode()
        digest = hmac.new(b"secret", b"msg_\xe9.1614265330." + body, hashlib.sha256).digest()
        signature = "v1," + base64.b64encode(digest).decode()
        # As aiohttp reads the bytes.
        strange = b"\xe9".decode("utf-8", "surrogateescape")
        given = {"webhook-id": f"msg_{strange}", "webhook-timestamp": "1614265330", "webhook-signature": signature}
        self.assertEqual(webhooks.verify(secret, given, body, now=1614265330), {"type": "otp.sent"})
        for name in given:
            with self.assertRaises(errors.WebhookVerificationError):
                webhooks.verify(secret, {**given, name: f"{given[name]}{strange}"}, body, now=1614265330)

    def test_what_no_request_can_be_made_of_is_refused(self) -> None:
        for url, key in (("otp.example.com", "sandi_test_1"), (self.url, ""), (self.url, "sandi\r\nX: 1")):
            with self.assertRaises(ValueError):
                Sandi(url, key)
        with self.assertRaises(ValueError):
            Sandi(self.url, "k").send(phone="0", otp_code="1", company_name="T", idempotency_key="a\nb")

    def test_every_error_is_one_of_sandi_and_the_package_is_typed(self) -> None:
        self.assertTrue(issubclass(errors.RecipientLimitedError, SandiError))
        self.assertTrue(files(sandi).joinpath("py.typed").is_file())


if __name__ == "__main__":
    unittest.main()
