from __future__ import annotations

from typing import Any, cast
from urllib.parse import quote, urlencode

from ._http import Http
from ._idempotency import given, key_of, unknown_or
from .errors import SandiError
from .types import (
    Channel,
    ClientInfo,
    CheckedVerification,
    InboundVerification,
    SentVerification,
    Verification,
    VerificationList,
    VerificationOutcome,
)

_PATH = "/api/otp/verifications"


def _path(verification_id: str, rest: str = "") -> str:
    return f"{_PATH}/{quote(verification_id, safe='')}{rest}"


class Verifications:
    """Verifications: Sandi creates the code, sends it and checks it."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def create(
        self,
        *,
        phone: str,
        company_name: str,
        code_length: int | None = None,
        ttl_seconds: int | None = None,
        max_attempts: int | None = None,
        language: str | None = None,
        external_id: str | None = None,
        metadata: dict[str, str] | None = None,
        channels: list[Channel] | None = None,
        fallback_after_seconds: int | None = None,
        client: ClientInfo | None = None,
        idempotency_key: str | None = None,
    ) -> VerificationOutcome:
        """Creates a code and sends it. If the outcome is unknown, `delivery` is `unknown`. Other failures are raised.

        Without a delivery report after `fallback_after_seconds` (15 to 120), the next of `channels` sends a new code,
        which is charged too. Each of the codes is valid.
        """
        body = given(
            phone=phone,
            company_name=company_name,
            code_length=code_length,
            ttl_seconds=ttl_seconds,
            max_attempts=max_attempts,
            language=language,
            external_id=external_id,
            metadata=metadata,
            channels=channels,
            fallback_after_seconds=fallback_after_seconds,
            client=client,
        )
        return self._send(_PATH, body, idempotency_key, None)

    def create_inbound(
        self,
        *,
        phone: str,
        company_name: str,
        ttl_seconds: int | None = None,
        external_id: str | None = None,
        metadata: dict[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> InboundVerification:
        """Creates a verification that the user completes by sending a text to `wa_number`. Sandi sends nothing. The
        webhook `verification.approved` or `get` tells when the text has come from the phone.
        """
        body = given(
            phone=phone,
            company_name=company_name,
            method="inbound",
            ttl_seconds=ttl_seconds,
            external_id=external_id,
            metadata=metadata,
        )
        created: InboundVerification = self._http.request("POST", _PATH, body, key_of(idempotency_key))
        return created

    def check(
        self, verification_id: str, otp_code: str, *, idempotency_key: str | None = None
    ) -> CheckedVerification:
        """A wrong code uses up an attempt. The right one returns `approved` once: grant access only on this response."""
        path = _path(verification_id, "/check")
        checked: CheckedVerification = self._http.request(
            "POST", path, {"otp_code": otp_code}, key_of(idempotency_key)
        )
        return checked

    def resend(
        self,
        verification_id: str,
        phone: str,
        *,
        channel: Channel | None = None,
        idempotency_key: str | None = None,
    ) -> VerificationOutcome:
        """Sends a new code to the same phone, and ends the old one; at most five times.

        Pass the phone again: Sandi does not store it. Uses only `channel`, or by default the channels of the last code.
        """
        body = given(phone=phone, channel=channel)
        return self._send(_path(verification_id, "/resend"), body, idempotency_key, verification_id)

    def cancel(self, verification_id: str, *, idempotency_key: str | None = None) -> Verification:
        path = _path(verification_id, "/cancel")
        cancelled: Verification = self._http.request("POST", path, {}, key_of(idempotency_key))
        return cancelled

    def get(self, verification_id: str) -> Verification:
        verification: Verification = self._http.request("GET", _path(verification_id))
        return verification

    def list(
        self,
        *,
        external_id: str | None = None,
        reference: str | None = None,
        limit: int | None = None,
        cursor: int | None = None,
    ) -> VerificationList:
        """Finds verifications whose create response was lost, newest first.

        Give exactly one of `external_id` and `reference`, which is that of any message with one of the codes.
        """
        query = urlencode(given(external_id=external_id, reference=reference, limit=limit, cursor=cursor))
        found: VerificationList = self._http.request("GET", f"{_PATH}?{query}")
        return found

    def _send(
        self, path: str, body: dict[str, Any], idempotency_key: str | None, verification_id: str | None
    ) -> VerificationOutcome:
        key = key_of(idempotency_key)
        try:
            sent = self._http.request("POST", path, body, key)
            return cast(SentVerification, {"delivery": "sent", **sent})
        except SandiError as error:
            known = verification_id or error.body.get("verification_id")
            if known is None:
                # Without the verification's id, the code could not be checked.
                raise
            unknown = unknown_or(error, key, body.get("external_id"), body.get("metadata"))
            return {"delivery": "unknown", "verification_id": known, "status": "pending", **unknown}
