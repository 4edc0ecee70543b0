"""Client of Sandi: one-time passcodes over WhatsApp."""

from . import errors, test_numbers, webhooks
from ._async_client import AsyncSandi
from ._client import Sandi
from ._transport import AsyncTransport, NotSentError, Request, Response, Transport
from .errors import NoAnswerError, SandiError, WebhookVerificationError

__all__ = [
    "AsyncSandi",
    "AsyncTransport",
    "NoAnswerError",
    "NotSentError",
    "Request",
    "Response",
    "Sandi",
    "SandiError",
    "Transport",
    "WebhookVerificationError",
    "errors",
    "test_numbers",
    "webhooks",
]
