"""Tests of transports: connections, proxies, cancelling, and transports of the caller."""

import asyncio
import copy
import json
import pickle
import unittest
import unittest.mock
from typing import Any

from sandi import AsyncSandi, NoAnswerError, NotSentError, Request, Response, Sandi, SandiError
from sandi._proxy import Proxy, proxy_for

from .servers import Server, Silent

KEY = "sandi_test_SECRET"


def answered(body: dict[str, Any], status: int = 200) -> Response:
    return Response(status, {"Content-Type": "application/json"}, json.dumps(body).encode())


class Scripted:
    """A transport that answers in memory."""

    def __init__(self, *answers: Response | Exception) -> None:
        self.answers = list(answers)
        self.requests: list[Request] = []

    def send(self, request: Request, timeout: float) -> Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


class AsyncScripted:
    def __init__(self, *answers: Response | Exception) -> None:
        self.scripted = Scripted(*answers)

    async def send(self, request: Request, timeout: float) -> Response:
        await asyncio.sleep(0)
        return self.scripted.send(request, timeout)


class NoPause:
    def now(self) -> float:
        return 0

    def sleep(self, seconds: float) -> None:
        pass


REFUSED = answered({"success": False, "code": "insufficient_credit", "message": "Kredit tidak cukup."}, 402)
CREDIT = answered({"success": True, "data": {"credit_balance": 7}})
SEND: dict[str, Any] = {"phone": "081234567890", "otp_code": "482913", "company_name": "Toko"}


class TransportTest(unittest.TestCase):
    def test_a_transport_of_the_caller_carries_the_requests(self) -> None:
        transport = Scripted(NotSentError("no"), OSError("cut"), CREDIT)
        client = Sandi("https://otp.example.com/sandi/", KEY, transport=transport, clock=NoPause())
        self.assertEqual(client.credit(), {"credit_balance": 7})
        request = transport.requests[0]
        self.assertEqual((request.method, request.url), ("GET", "https://otp.example.com/sandi/api/otp/credit"))
        self.assertNotIn("SECRET", repr(request))

    def test_an_asynchronous_one_runs_in_the_loop_of_the_call(self) -> None:
        for transport in (AsyncScripted(OSError("cut"), CREDIT), Scripted(CREDIT)):
            client = AsyncSandi("https://otp.example.com", KEY, transport=transport, clock=NoPause())
            self.assertEqual(asyncio.run(client.credit()), {"credit_balance": 7})

    def test_every_error_has_the_idempotency_key(self) -> None:
        for answer in (REFUSED, NotSentError("no"), answered({}, 404)):
            clock = unittest.mock.Mock(now=unittest.mock.Mock(side_effect=[0, 0, 1e6]))
            with self.assertRaises(SandiError) as caught:
                Sandi("https://otp.example.com", KEY, transport=Scripted(answer), clock=clock).send(**SEND)
            self.assertRegex(caught.exception.idempotency_key or "", "^[0-9a-f-]{36}$")
        with self.assertRaises(SandiError) as caught:
            Sandi("https://otp.example.com", KEY, transport=Scripted(REFUSED)).verifications.create(
                phone="081234567890", company_name="Toko", idempotency_key="mine"
            )
        self.assertEqual(caught.exception.idempotency_key, "mine")
        with self.assertRaises(SandiError) as caught:
            Sandi("https://otp.example.com", KEY, transport=Scripted(REFUSED)).credit()
        self.assertIsNone(caught.exception.idempotency_key)

    def test_a_lost_create_says_its_key(self) -> None:
        clock = unittest.mock.Mock(now=unittest.mock.Mock(side_effect=[0, 0, 1e6]))
        client = Sandi("https://otp.example.com", KEY, transport=Scripted(OSError("cut")), clock=clock)
        with self.assertRaises(NoAnswerError) as caught:
            client.verifications.create(phone="081234567890", company_name="Toko")
        self.assertTrue(caught.exception.maybe_done)
        self.assertIsNotNone(caught.exception.idempotency_key)


class SecretTest(unittest.TestCase):
    def test_nothing_shows_the_key(self) -> None:
        for client in (Sandi("https://otp.example.com", KEY), AsyncSandi("https://otp.example.com", KEY)):
            seen: set[int] = set()

            def shown(value: object) -> str:
                if id(value) in seen or not hasattr(value, "__dict__"):
                    return repr(value)
                seen.add(id(value))
                return repr(value) + "".join(map(shown, vars(value).values()))

            self.assertNotIn("SECRET", shown(client))
            for hand_over in (pickle.dumps, copy.deepcopy):
                with self.assertRaises(TypeError):
                    hand_over(client)

    def test_a_key_that_is_not_set_is_refused_in_words(self) -> None:
        for key in (None, "", "None", 5, f"{KEY}\n"):
            with self.assertRaisesRegex(ValueError, "api_key is") as caught:
                Sandi("https://otp.example.com", key)  # type: ignore[arg-type]
            self.assertNotIn("SECRET", str(caught.exception))
        with self.assertRaisesRegex(ValueError, "url is"):
            Sandi(None, KEY)  # type: ignore[arg-type]


class ConnectionTest(unittest.TestCase):
    def serve(self, keep_alive: str | None = "timeout=5") -> Server:
        server = Server(keep_alive)
        self.addCleanup(server.close)
        return server

    def test_a_client_keeps_its_connection(self) -> None:
        server = self.serve()
        with Sandi(server.url, KEY) as client:
            for _ in range(3):
                client.credit()
        self.assertEqual(len({port for port, *_ in server.seen}), 1)

    def test_not_beyond_the_time_of_the_server(self) -> None:
        server = self.serve("timeout=1")
        client = Sandi(server.url, KEY)
        for _ in range(2):
            client.credit()
        self.assertEqual(len({port for port, *_ in server.seen}), 2)

    def test_nor_once_the_server_closed_it(self) -> None:
        from sandi._connection import Sockets

        client = Sandi(self.serve().url, KEY)
        client.credit()
        sockets = client._http._transport
        assert isinstance(sockets, Sockets)
        self.assertTrue(sockets._idle[0].is_usable())
        sockets._idle[0].connection.steps.end()
        self.assertFalse(sockets._idle[0].is_usable())
        self.assertEqual(client.credit()["credit_balance"], 1)

    def test_what_may_not_be_sent_twice_has_a_connection_of_its_own(self) -> None:
        server = self.serve()
        client = Sandi(server.url, KEY)
        client.credit()
        client.check(phone="081234567890", otp_code="482913")
        self.assertEqual(len({port for port, *_ in server.seen}), 2)


class CancellingTest(unittest.IsolatedAsyncioTestCase):
    async def test_calls_to_a_silent_server_hold_up_nothing_else(self) -> None:
        silent = Silent()
        self.addCleanup(silent.close)
        client = AsyncSandi(silent.url, KEY)
        calls = [asyncio.create_task(client.credit()) for _ in range(40)]
        for _ in calls:
            # Uses the default executor, as name look-ups do: the calls must take none of its threads.
            self.assertTrue(await asyncio.to_thread(silent.opened.acquire, timeout=30))
        for call in calls:
            call.cancel()
        for outcome in await asyncio.gather(*calls, return_exceptions=True):
            self.assertIsInstance(outcome, asyncio.CancelledError)
        for _ in calls:
            self.assertTrue(await asyncio.to_thread(silent.closed.acquire, timeout=30))

    async def test_a_timeout_of_asyncio_ends_the_request(self) -> None:
        silent = Silent()
        self.addCleanup(silent.close)
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(AsyncSandi(silent.url, KEY).credit(), 0.2)
        self.assertTrue(await asyncio.to_thread(silent.closed.acquire, timeout=30))

    async def test_a_cancelled_call_ends_an_asynchronous_transport(self) -> None:
        begun, ended = asyncio.Event(), asyncio.Event()

        class Waiting:
            async def send(self, request: Request, timeout: float) -> Response:
                begun.set()
                try:
                    await asyncio.Event().wait()
                finally:
                    ended.set()
                raise AssertionError

        call = asyncio.create_task(AsyncSandi("https://otp.example.com", KEY, transport=Waiting()).credit())
        await begun.wait()
        call.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await call
        await asyncio.wait_for(ended.wait(), 30)

    async def test_a_cancelled_call_is_not_repeated_after_its_pause(self) -> None:
        transport = Scripted(NotSentError("no"), CREDIT)
        call = asyncio.create_task(AsyncSandi("https://otp.example.com", KEY, transport=transport).credit())
        while not transport.requests:
            await asyncio.sleep(0.001)
        call.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await call
        self.assertEqual(len(transport.requests), 1)


class ProxyTest(unittest.TestCase):
    def test_plain_requests_go_to_the_proxy_with_their_whole_address(self) -> None:
        proxy = Server()
        self.addCleanup(proxy.close)
        address = proxy.url.replace("://", "://user:pa%20ss@")
        with unittest.mock.patch.dict("os.environ", {"http_proxy": address, "no_proxy": ""}):
            client = Sandi("http://otp.example.test:8080/sandi", KEY)
        self.assertEqual(client.credit()["credit_balance"], 1)
        [(_, method, target, headers)] = proxy.seen
        self.assertEqual((method, target), ("GET", "http://otp.example.test:8080/sandi/api/otp/credit"))
        self.assertEqual(headers["Host"], "otp.example.test:8080")
        self.assertEqual(headers["Proxy-Authorization"], "Basic dXNlcjpwYSBzcw==")

    def test_encrypted_ones_go_through_a_tunnel_and_without_one_nothing_is_sent(self) -> None:
        proxy = Server()
        self.addCleanup(proxy.close)
        with unittest.mock.patch.dict("os.environ", {"HTTPS_PROXY": proxy.url, "NO_PROXY": ""}):
            client = Sandi("https://otp.example.test", KEY, timeout=1)
        with self.assertRaises(NoAnswerError) as caught:
            client.send(**SEND)
        self.assertFalse(caught.exception.maybe_done)
        self.assertIn("407", str(caught.exception.__cause__))
        [(_, method, target, headers)] = proxy.seen
        self.assertEqual((method, target), ("CONNECT", "otp.example.test:443"))
        self.assertNotIn("Authorization", headers)

    def test_the_environment_says_which(self) -> None:
        proxy = Proxy("proxy.test", 3128, None)
        both = {"HTTPS_PROXY": "http://proxy.test:3128", "HTTP_PROXY": "proxy.test:3128"}
        for scheme in ("http", "https"):
            self.assertEqual(proxy_for(scheme, "otp.test", 443, both), proxy)
        self.assertEqual(proxy_for("https", "otp.test", 443, {"ALL_PROXY": "http://proxy.test:3128"}), proxy)
        self.assertIsNone(proxy_for("http", "otp.test", 80, {**both, "REQUEST_METHOD": "GET"}))
        self.assertIsNone(proxy_for("https", "otp.test", 443, {}))
        with self.assertRaises(ValueError):
            proxy_for("https", "otp.test", 443, {"HTTPS_PROXY": "socks5://proxy.test"})

    def test_and_which_hosts_take_none(self) -> None:
        def is_direct(host: str, no_proxy: str) -> bool:
            return proxy_for("https", host, 443, {"HTTPS_PROXY": "http://p.test", "NO_PROXY": no_proxy}) is None

        for host, entry in (
            ("otp.test", "*"),
            ("otp.test", "other.test, OTP.test"),
            ("a.otp.test", "otp.test"),
            ("a.otp.test", ".otp.test"),
            ("a.otp.test", "*.otp.test"),
            ("otp.test", "otp.test:443"),
            ("10.1.2.3", "10.0.0.0/8"),
            ("::1", "::1"),
            ("::1", "[::1]:443"),
            ("127.0.0.1", "localhost,127.0.0.1"),
        ):
            self.assertTrue(is_direct(host, entry), (host, entry))
        for host, entry in (("otp.test", ""), ("notp.test", "otp.test"), ("otp.test", "otp.test:80"), ("11.0.0.1", "10.0.0.0/8")):
            self.assertFalse(is_direct(host, entry), (host, entry))


if __name__ == "__main__":
    unittest.main()
