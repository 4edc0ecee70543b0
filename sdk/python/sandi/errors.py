"""The errors that calls raise. Decide by class, or by `code`."""

from __future__ import annotations

from typing import Any


class SandiError(Exception):
    """An error response of Sandi, or a missing response."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int | None = None,
        retry_after: int | None = None,
        body: dict[str, Any] | None = None,
        maybe_done: bool = False,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        # Status of the HTTP response; None without one.
        self.status = status
        # Seconds to wait before a retry.
        self.retry_after = retry_after
        # The whole response body: `fields`, `reason`, `credit_balance` and other members of its code.
        self.body: dict[str, Any] = body or {}
        # True if Sandi may have executed the request: this attempt or an earlier one got no complete response.
        self.maybe_done = maybe_done
        # The Idempotency-Key of the request, your own or the generated one; None for calls without one. Repeat the call
        # with it, or find the message by `messages.search(idempotency_key=…)`.
        self.idempotency_key: str | None = None

    @property
    def request_id(self) -> str | None:
        return self.body.get("request_id")

    @property
    def fields(self) -> list[str]:
        """The invalid fields, if any."""
        fields: list[str] = self.body.get("fields", [])
        return fields


class NoAnswerError(SandiError):
    """No response of Sandi: no connection, a timeout, or the response of a proxy."""

    def __init__(
        self, message: str, *, status: int | None = None, retry_after: int | None = None, maybe_done: bool
    ) -> None:
        super().__init__("no_answer", message, status=status, retry_after=retry_after, maybe_done=maybe_done)


class WebhookVerificationError(Exception):
    """A webhook with a wrong or an old signature."""


class ApiKeyInvalidError(SandiError):
    pass


class ApiKeyMissingError(SandiError):
    pass


class BadRequestError(SandiError):
    pass


class BodyInvalidError(SandiError):
    pass


class BodyTooLargeError(SandiError):
    pass


class ChannelsInvalidError(SandiError):
    pass


class CheckLimitedError(SandiError):
    pass


class CompanyNameInvalidError(SandiError):
    pass


class CompanyNameTooLongError(SandiError):
    pass


class DailyCapReachedError(SandiError):
    pass


class DuplicateError(SandiError):
    pass


class ExternalIdInvalidError(SandiError):
    pass


class GatewayError(SandiError):
    pass


class GatewayUnknownError(SandiError):
    pass


class HeadersTooLargeError(SandiError):
    pass


class IdempotencyInFlightError(SandiError):
    pass


class IdempotencyKeyInvalidError(SandiError):
    pass


class IdempotencyMismatchError(SandiError):
    pass


class InsufficientCreditError(SandiError):
    pass


class InternalError(SandiError):
    pass


class MalformedJsonError(SandiError):
    pass


class MetadataInvalidError(SandiError):
    pass


class MethodNotAllowedError(SandiError):
    pass


class NoDeviceError(SandiError):
    pass


class NotOnWhatsappLimitedError(SandiError):
    pass


class NotFoundError(SandiError):
    pass


class OperationNotAllowedError(SandiError):
    pass


class OtpCodeInvalidError(SandiError):
    pass


class OverloadedError(SandiError):
    pass


class ParameterInvalidError(SandiError):
    pass


class ParameterMissingError(SandiError):
    pass


class ParameterUnknownError(SandiError):
    pass


class PhoneInvalidError(SandiError):
    pass


class RateLimitedError(SandiError):
    pass


class RecipientLimitedError(SandiError):
    pass


class RecipientRestrictedError(SandiError):
    pass


class RequestTimeoutError(SandiError):
    pass


class UnavailableError(SandiError):
    pass


class UnsupportedMediaTypeError(SandiError):
    pass


class UriTooLongError(SandiError):
    pass


class PhoneMismatchError(SandiError):
    pass


class ResendInFlightError(SandiError):
    pass


class ResendLimitError(SandiError):
    pass


class SpendCapReachedError(SandiError):
    pass


class VerificationBlockedError(SandiError):
    pass


class VerificationOverError(SandiError):
    pass


# The class of every error code for API keys. An unknown code of a newer Sandi becomes a plain `SandiError`.
_CLASSES: dict[str, type[SandiError]] = {
    "api_key_invalid": ApiKeyInvalidError,
    "api_key_missing": ApiKeyMissingError,
    "bad_request": BadRequestError,
    "body_invalid": BodyInvalidError,
    "body_too_large": BodyTooLargeError,
    "channels_invalid": ChannelsInvalidError,
    "check_limited": CheckLimitedError,
    "company_name_invalid": CompanyNameInvalidError,
    "company_name_too_long": CompanyNameTooLongError,
    "daily_cap_reached": DailyCapReachedError,
    "duplicate": DuplicateError,
    "external_id_invalid": ExternalIdInvalidError,
    "gateway_error": GatewayError,
    "gateway_unknown": GatewayUnknownError,
    "headers_too_large": HeadersTooLargeError,
    "idempotency_in_flight": IdempotencyInFlightError,
    "idempotency_key_invalid": IdempotencyKeyInvalidError,
    "idempotency_mismatch": IdempotencyMismatchError,
    "insufficient_credit": InsufficientCreditError,
    "internal_error": InternalError,
    "malformed_json": MalformedJsonError,
    "metadata_invalid": MetadataInvalidError,
    "method_not_allowed": MethodNotAllowedError,
    "no_device": NoDeviceError,
    "not_on_whatsapp_limited": NotOnWhatsappLimitedError,
    "not_found": NotFoundError,
    "operation_not_allowed": OperationNotAllowedError,
    "otp_code_invalid": OtpCodeInvalidError,
    "overloaded": OverloadedError,
    "parameter_invalid": ParameterInvalidError,
    "parameter_missing": ParameterMissingError,
    "parameter_unknown": ParameterUnknownError,
    "phone_invalid": PhoneInvalidError,
    "phone_mismatch": PhoneMismatchError,
    "rate_limited": RateLimitedError,
    "recipient_limited": RecipientLimitedError,
    "recipient_restricted": RecipientRestrictedError,
    "request_timeout": RequestTimeoutError,
    "resend_in_flight": ResendInFlightError,
    "resend_limit": ResendLimitError,
    "spend_cap_reached": SpendCapReachedError,
    "unavailable": UnavailableError,
    "unsupported_media_type": UnsupportedMediaTypeError,
    "uri_too_long": UriTooLongError,
    "verification_blocked": VerificationBlockedError,
    "verification_over": VerificationOverError,
}


def error_of(
    code: str, message: str, status: int, retry_after: int | None, body: dict[str, Any]
) -> SandiError:
    return _CLASSES.get(code, SandiError)(code, message, status=status, retry_after=retry_after, body=body)
