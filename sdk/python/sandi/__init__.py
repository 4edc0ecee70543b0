"""Client of Sandi: one-time passcodes over WhatsApp."""

from . import errors, test_numbers, webhooks
from ._async_client import AsyncSandi
from ._client import Sandi
from .errors import NoAnswerError, SandiError, WebhookVerificationError

__all__ = [
    "AsyncSandi",
    "NoAnswerError",
    "Sandi",
    "SandiError",
    "WebhookVerificationError",
    "errors",
    "test_numbers",
    "webhooks",
]
