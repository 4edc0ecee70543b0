from __future__ import annotations

from asyncio import to_thread

from ._client import Messages, Sandi
from ._http import Clock
from ._verifications import Verifications
from .types import (
    CheckedVerification,
    Credit,
    MessageList,
    MessageStory,
    SendOutcome,
    Verification,
    VerificationOutcome,
)


class AsyncSandi:
    """As `Sandi`, for asyncio: each call runs in a thread of the loop's default executor.

    So many calls run at once as that executor has threads. A call whose task is cancelled still runs to its end.
    """

    def __init__(self, url: str, api_key: str, *, timeout: float = 30.0, clock: Clock | None = None) -> None:
        self._sandi = Sandi(url, api_key, timeout=timeout, clock=clock)
        self.messages = AsyncMessages(self._sandi.messages)
        self.verifications = AsyncVerifications(self._sandi.verifications)

    async def send(
        self,
        *,
        phone: str,
        otp_code: str,
        company_name: str,
        language: str | None = None,
        external_id: str | None = None,
        metadata: dict[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> SendOutcome:
        return await to_thread(
            self._sandi.send,
            phone=phone,
            otp_code=otp_code,
            company_name=company_name,
            language=language,
            external_id=external_id,
            metadata=metadata,
            idempotency_key=idempotency_key,
        )

    async def check(self, *, phone: str, otp_code: str) -> bool:
        return await to_thread(self._sandi.check, phone=phone, otp_code=otp_code)

    async def credit(self) -> Credit:
        return await to_thread(self._sandi.credit)


class AsyncMessages:
    def __init__(self, messages: Messages) -> None:
        self._messages = messages

    async def get(self, id: str) -> MessageStory:
        return await to_thread(self._messages.get, id)

    async def list(self, *, external_id: str, limit: int | None = None, cursor: int | None = None) -> MessageList:
        return await to_thread(self._messages.list, external_id=external_id, limit=limit, cursor=cursor)

    async def search(
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
        return await to_thread(
            self._messages.search,
            phone=phone,
            last4=last4,
            reference=reference,
            external_id=external_id,
            message_id=message_id,
            idempotency_key=idempotency_key,
            from_=from_,
            to=to,
            limit=limit,
            cursor=cursor,
        )


class AsyncVerifications:
    def __init__(self, verifications: Verifications) -> None:
        self._verifications = verifications

    async def create(
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
        idempotency_key: str | None = None,
    ) -> VerificationOutcome:
        return await to_thread(
            self._verifications.create,
            phone=phone,
            company_name=company_name,
            code_length=code_length,
            ttl_seconds=ttl_seconds,
            max_attempts=max_attempts,
            language=language,
            external_id=external_id,
            metadata=metadata,
            idempotency_key=idempotency_key,
        )

    async def check(
        self, verification_id: str, otp_code: str, *, idempotency_key: str | None = None
    ) -> CheckedVerification:
        return await to_thread(
            self._verifications.check, verification_id, otp_code, idempotency_key=idempotency_key
        )

    async def resend(
        self, verification_id: str, phone: str, *, idempotency_key: str | None = None
    ) -> VerificationOutcome:
        return await to_thread(
            self._verifications.resend, verification_id, phone, idempotency_key=idempotency_key
        )

    async def cancel(self, verification_id: str, *, idempotency_key: str | None = None) -> Verification:
        return await to_thread(self._verifications.cancel, verification_id, idempotency_key=idempotency_key)

    async def get(self, verification_id: str) -> Verification:
        return await to_thread(self._verifications.get, verification_id)
