from __future__ import annotations

import re
from types import TracebackType
from urllib.parse import quote, urlencode

from ._http import Clock, Http
from ._idempotency import given, key_of, unknown_or
from ._transport import Transport
from ._verifications import Verifications
from .errors import SandiError
from .types import Channel, ClientInfo, Credit, MessageList, MessageStory, SendOutcome, SentMessage

TIMEOUT = 30.0


class Sandi:
    """Sandi's API for one key. Messages and responses have the members of the API, with the same names.

    `url` is the address of Sandi (`https://otp.example.com`). `timeout` is the time limit of a call including retries,
    in seconds. `transport` sends the requests; the default one reuses its connections and uses the proxy of
    `HTTPS_PROXY`. Several threads may share a client. `close()`, or `with`, closes its connections.
    """

    def __init__(
        self,
        url: str,
        api_key: str,
        *,
        timeout: float = TIMEOUT,
        clock: Clock | None = None,
        transport: Transport | None = None,
    ) -> None:
        self._http = Http(_address(url), _key(api_key), _seconds(timeout), clock, transport)
        self.messages = Messages(self._http)
        self.verifications = Verifications(self._http)

    def __repr__(self) -> str:
        return repr(self._http)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Sandi:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def send(
        self,
        *,
        phone: str,
        otp_code: str,
        company_name: str,
        language: str | None = None,
        external_id: str | None = None,
        metadata: dict[str, str] | None = None,
        channels: list[Channel] | None = None,
        client: ClientInfo | None = None,
        idempotency_key: str | None = None,
    ) -> SendOutcome:
        """Sends a code. Retries have the same Idempotency-Key, so that nothing is sent or charged twice.

        If the outcome is unknown, `status` is `unknown`. Every other failure is raised. `channels` are tried in their
        order: the next one only if the last one certainly did not send; default: WhatsApp. `client`: the device of your
        user, for the guard against fraud.
        """
        key = key_of(idempotency_key)
        body = given(
            phone=phone,
            otp_code=otp_code,
            company_name=company_name,
            language=language,
            external_id=external_id,
            metadata=metadata,
            channels=channels,
            client=client,
        )
        try:
            sent: SentMessage = self._http.request("POST", "/api/otp/send", body, key)
            return {"status": "sent", **sent}
        except SandiError as error:
            return {"status": "unknown", **unknown_or(error, key, external_id, metadata)}

    def check(self, *, phone: str, otp_code: str) -> bool:
        """Whether the code matches the one sent to the phone. A code is accepted only once."""
        body = {"phone": phone, "otp_code": otp_code}
        # Not retried if it may have reached Sandi: a second check of a correct code returns false.
        valid: bool = self._http.request("POST", "/api/otp/check", body, even_if_begun=False)["valid"]
        return valid

    def credit(self) -> Credit:
        credit: Credit = self._http.request("GET", "/api/otp/credit")
        return credit


class Messages:
    """Message search, in the mode of the key."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def get(self, id: str) -> MessageStory:
        """The timeline of a message, by its `reference` or `message_id`."""
        story: MessageStory = self._http.request("GET", f"/api/otp/messages/{quote(id, safe='')}")
        return story

    def list(self, *, external_id: str, limit: int | None = None, cursor: int | None = None) -> MessageList:
        """Messages with an `external_id`, newest first; `cursor` is `next_cursor` of the previous response."""
        query = urlencode(given(external_id=external_id, limit=limit, cursor=cursor))
        found: MessageList = self._http.request("GET", f"/api/otp/messages?{query}")
        return found

    def search(
        self,
        *,
        phone: str | None = None,
        last4: str | None = None,
        reference: str | None = None,
        external_id: str | None = None,
        message_id: str | None = None,
        idempotency_key: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: int | None = None,
    ) -> MessageList:
        """Messages by recipient or by one of their IDs, newest first.

        Give exactly one of the first six arguments. `from_` and `to` are days, inclusive (`2026-01-31`).
        """
        search = given(
            phone=phone,
            last4=last4,
            reference=reference,
            external_id=external_id,
            message_id=message_id,
            idempotency_key=idempotency_key,
            to=to,
            limit=limit,
            cursor=cursor,
            **{"from": from_},
        )
        found: MessageList = self._http.request("POST", "/api/otp/messages/search", search)
        return found


# Checked at run time too: a missing environment variable is None, whatever the type says.
def _address(url: object) -> str:
    text = url.strip().rstrip("/") if isinstance(url, str) else ""
    if not re.match("https?://[^/]", text):
        raise ValueError("url is where Sandi is: https://…")
    return text


def _key(api_key: object) -> str:
    if api_key is None or api_key == "":
        raise ValueError("api_key is not set: sandi_live_… or sandi_test_… (is the environment variable there?)")
    # The error does not quote the value: it may be a key with a line break.
    if not isinstance(api_key, str) or not re.fullmatch(r"[\x21-\x7e]+", api_key) or api_key in ("None", "null"):
        raise ValueError("api_key is a key of Sandi: sandi_live_… or sandi_test_…")
    return api_key


def _seconds(timeout: object) -> float:
    if not isinstance(timeout, (int, float)) or isinstance(timeout, bool) or not timeout > 0:
        raise ValueError("timeout is a number of seconds above 0.")
    return timeout
