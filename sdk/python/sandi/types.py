"""Members have the names of the API. A newer Sandi may add members."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union


class Correlated(TypedDict):
    reference: str
    external_id: str | None
    metadata: dict[str, str] | None


Channel = Literal["whatsapp", "sms", "telegram"]


class ClientInfo(TypedDict, total=False):
    """The device of your user, for the guard against fraud. Sandi stores only fingerprints, for an hour."""

    # The address of your user, not of your server.
    ip: str
    user_agent: str
    device_id: str
    platform: str
    app_version: str


class ChannelAttempt(TypedDict):
    """A channel that was tried, and its outcome."""

    channel: Channel
    # `refused`: certainly not sent.
    outcome: Literal["accepted", "refused", "unknown"]
    reason: str | None


class ByChannel(TypedDict, total=False):
    """Only for a send with `channels`."""

    # The channel that accepted the message.
    channel: Channel
    attempts: list[ChannelAttempt]


class SentMessage(Correlated, ByChannel):
    message_id: str
    recipient: str
    credit_used: int
    credit_balance: int


class UnknownMessage(TypedDict):
    # None without a response of Sandi.
    reference: str | None
    external_id: str | None
    metadata: dict[str, str] | None
    # Reason, from the list of the API.
    reason: str | None
    # Error code: `gateway_unknown`, or the error of the last attempt.
    code: str
    # Idempotency-Key of the send; find the message by it.
    idempotency_key: str


class Sent(SentMessage):
    """A gateway has accepted the message."""

    status: Literal["sent"]


class Unknown(UnknownMessage):
    """The outcome is unknown. Let the user enter a code that arrives, and offer a new one."""

    status: Literal["unknown"]


SendOutcome = Union[Sent, Unknown]


VerificationStatus = Literal["pending", "approved", "expired", "failed", "cancelled"]


class InboundVerification(TypedDict):
    """Show `wa_link` as a button on a phone, and as a QR code elsewhere."""

    verification_id: str
    method: Literal["inbound"]
    status: VerificationStatus
    recipient: str
    # The WhatsApp number to which the user sends the text; digits only.
    wa_number: str
    # The text that the user has to send, unchanged.
    message: str
    # Opens WhatsApp with the text ready to send.
    wa_link: str
    # UTC.
    expires_at: str
    credit_used: int
    credit_balance: int
    external_id: str | None
    metadata: dict[str, str] | None


class SentVerification(SentMessage):
    """The code was sent: a gateway has accepted the message."""

    delivery: Literal["sent"]
    method: Literal["code"]
    verification_id: str
    status: VerificationStatus
    # UTC.
    expires_at: str
    attempts_left: int


class UnknownVerification(UnknownMessage):
    """The outcome is unknown. Let the user enter a code that arrives, and offer a new one."""

    delivery: Literal["unknown"]
    verification_id: str
    status: Literal["pending"]


VerificationOutcome = Union[SentVerification, UnknownVerification]


class CheckedVerification(TypedDict):
    # `approved` is returned once: grant access only on this response.
    status: VerificationStatus
    attempts_left: int


class Verification(TypedDict):
    verification_id: str
    method: Literal["code", "inbound"]
    status: VerificationStatus
    # These three are of the message with the newest code, or with the correct one; None with the method `inbound`.
    message_id: str | None
    reference: str | None
    channel: Channel | None
    # The attempts with the codes that are valid.
    attempts: list[ChannelAttempt]
    external_id: str | None
    metadata: dict[str, str] | None
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
    # The verification of the message's code; None for a code of your own.
    verification_id: str | None
    status: Literal["pending", "sent", "delivered", "failed"]
    recipient: str
    company_name: str
    # The channel that accepted the message, or the last one that was tried.
    channel: Channel
    attempts: list[ChannelAttempt]
    reason: str | None
    credit_used: int
    # In the time zone of the service, as text without a zone: `2026-01-31 13:45:00`.
    created_at: str
    # The same moment in UTC (RFC 3339): `2026-01-31T06:45:00.000Z`.
    created_at_utc: str


class MessageStory(Message):
    """Timeline of a message, oldest event first."""

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
    # False for test keys.
    livemode: bool
    data: dict[str, Any]
