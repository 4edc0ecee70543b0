"""The members are those of the API, by its names; a newer Sandi may add some."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union


class Correlated(TypedDict):
    reference: str
    external_id: str | None
    metadata: dict[str, str] | None


class SentMessage(Correlated):
    message_id: str
    recipient: str
    credit_used: int
    credit_balance: int


class UnknownMessage(TypedDict):
    # None where no answer of Sandi came.
    reference: str | None
    external_id: str | None
    metadata: dict[str, str] | None
    # Why, of the closed list of the API.
    reason: str | None
    # Of the failure: `gateway_unknown`, or what the last try met.
    code: str
    # Of the send: with it the message can be found.
    idempotency_key: str


class Sent(SentMessage):
    """A gateway has taken the message."""

    status: Literal["sent"]


class Unknown(UnknownMessage):
    """Nobody can say whether it was sent. Let the user type what arrives, and offer a new code."""

    status: Literal["unknown"]


SendOutcome = Union[Sent, Unknown]


VerificationStatus = Literal["pending", "approved", "expired", "failed", "cancelled"]


class SentVerification(SentMessage):
    """Its code was sent: a gateway has taken the message."""

    delivery: Literal["sent"]
    verification_id: str
    status: VerificationStatus
    # UTC.
    expires_at: str
    attempts_left: int


class UnknownVerification(UnknownMessage):
    """Nobody can say whether its code was sent. Let the user type what arrives, and offer a new code."""

    delivery: Literal["unknown"]
    verification_id: str
    status: Literal["pending"]


VerificationOutcome = Union[SentVerification, UnknownVerification]


class CheckedVerification(TypedDict):
    # `approved` once: let people in on that answer alone.
    status: VerificationStatus
    attempts_left: int


class Verification(Correlated):
    verification_id: str
    status: VerificationStatus
    # Of the message with the newest code.
    message_id: str | None
    recipient: str
    expires_at: str
    attempts_left: int
    # UTC (RFC 3339).
    created_at: str


class VerificationList(TypedDict):
    limit: int
    items: list[Verification]
    # None on the last page; a page may have fewer items than `limit`, even none.
    next_cursor: int | None


class Credit(TypedDict):
    credit_balance: int
    currency: str
    rate: str


class Message(Correlated):
    id: int
    message_id: str | None
    # The verification whose code it carries; None for a code of your own.
    verification_id: str | None
    status: Literal["pending", "sent", "delivered", "failed"]
    recipient: str
    company_name: str
    reason: str | None
    credit_used: int
    # In the time zone of the service, as text without a zone: `2026-01-31 13:45:00`.
    created_at: str
    # The same moment in UTC (RFC 3339): `2026-01-31T06:45:00.000Z`.
    created_at_utc: str


class MessageStory(Message):
    """All that happened to a message, in order."""

    livemode: bool
    error_message: str | None
    events: list[dict[str, Any]]


class MessageList(TypedDict):
    limit: int
    items: list[Message]
    next_cursor: int | None


class WebhookEvent(TypedDict):
    type: str
    timestamp: str
    # False for what a test key did.
    livemode: bool
    data: dict[str, Any]
