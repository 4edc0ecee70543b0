<?php

declare(strict_types=1);

namespace Sandi\Errors;

/** An error response of Sandi, or a missing response. Decide by `errorCode`, or by class. */
class SandiError extends \RuntimeException
{
    /** The class of every error code for API keys. An unknown code of a newer Sandi becomes a plain `SandiError`. */
    private const CLASSES = [
        'api_key_invalid' => ApiKeyInvalidError::class,
        'api_key_missing' => ApiKeyMissingError::class,
        'bad_request' => BadRequestError::class,
        'body_invalid' => BodyInvalidError::class,
        'body_too_large' => BodyTooLargeError::class,
        'channels_invalid' => ChannelsInvalidError::class,
        'check_limited' => CheckLimitedError::class,
        'company_name_invalid' => CompanyNameInvalidError::class,
        'company_name_too_long' => CompanyNameTooLongError::class,
        'daily_cap_reached' => DailyCapReachedError::class,
        'duplicate' => DuplicateError::class,
        'external_id_invalid' => ExternalIdInvalidError::class,
        'gateway_error' => GatewayError::class,
        'gateway_unknown' => GatewayUnknownError::class,
        'headers_too_large' => HeadersTooLargeError::class,
        'idempotency_in_flight' => IdempotencyInFlightError::class,
        'idempotency_key_invalid' => IdempotencyKeyInvalidError::class,
        'idempotency_mismatch' => IdempotencyMismatchError::class,
        'insufficient_credit' => InsufficientCreditError::class,
        'internal_error' => InternalError::class,
        'malformed_json' => MalformedJsonError::class,
        'metadata_invalid' => MetadataInvalidError::class,
        'method_not_allowed' => MethodNotAllowedError::class,
        'no_device' => NoDeviceError::class,
        'not_on_whatsapp_limited' => NotOnWhatsappLimitedError::class,
        'not_found' => NotFoundError::class,
        'operation_not_allowed' => OperationNotAllowedError::class,
        'otp_code_invalid' => OtpCodeInvalidError::class,
        'overloaded' => OverloadedError::class,
        'parameter_invalid' => ParameterInvalidError::class,
        'parameter_missing' => ParameterMissingError::class,
        'parameter_unknown' => ParameterUnknownError::class,
        'phone_invalid' => PhoneInvalidError::class,
        'phone_mismatch' => PhoneMismatchError::class,
        'rate_limited' => RateLimitedError::class,
        'recipient_limited' => RecipientLimitedError::class,
        'recipient_restricted' => RecipientRestrictedError::class,
        'request_timeout' => RequestTimeoutError::class,
        'resend_in_flight' => ResendInFlightError::class,
        'resend_limit' => ResendLimitError::class,
        'spend_cap_reached' => SpendCapReachedError::class,
        'unavailable' => UnavailableError::class,
        'unsupported_media_type' => UnsupportedMediaTypeError::class,
        'uri_too_long' => UriTooLongError::class,
        'verification_blocked' => VerificationBlockedError::class,
        'verification_over' => VerificationOverError::class,
    ];

    /** True if Sandi may have executed the request: this attempt or an earlier one got no complete response. */
    public bool $maybeDone = false;
    /**
     * The Idempotency-Key of the request, your own or the generated one; null for calls without one. Repeat the call with it,
     * or find the message by `$sandi->messages->search(idempotency_key: …)`.
     */
    public ?string $idempotencyKey = null;
    public readonly ?string $requestId;

    /**
     * @param ?int $status of the HTTP response; null without one
     * @param ?int $retryAfter seconds to wait before a retry
     * @param array<string, mixed> $body the whole response body: `fields`, `reason`, `credit_balance` and other members of its code
     */
    public function __construct(
        public readonly string $errorCode,
        string $message,
        public readonly ?int $status = null,
        public readonly ?int $retryAfter = null,
        public readonly array $body = [],
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
        $this->requestId = $body['request_id'] ?? null;
    }

    /** @return list<string> the invalid fields, if any */
    public function fields(): array
    {
        return $this->body['fields'] ?? [];
    }

    /** @param array<string, mixed> $body */
    public static function of(string $errorCode, string $message, int $status, ?int $retryAfter, array $body): self
    {
        $class = self::CLASSES[$errorCode] ?? self::class;
        return new $class($errorCode, $message, $status, $retryAfter, $body);
    }
}

/** No response of Sandi: no connection, a timeout, or the response of a proxy. */
final class NoAnswerError extends SandiError
{
    public function __construct(string $message, ?int $status = null, ?int $retryAfter = null, ?\Throwable $previous = null)
    {
        parent::__construct('no_answer', $message, $status, $retryAfter, [], $previous);
    }
}

/** A webhook with a wrong or an old signature. */
final class WebhookVerificationError extends \RuntimeException
{
}

final class ApiKeyInvalidError extends SandiError
{
}

final class ApiKeyMissingError extends SandiError
{
}

final class BadRequestError extends SandiError
{
}

final class BodyInvalidError extends SandiError
{
}

final class BodyTooLargeError extends SandiError
{
}

final class ChannelsInvalidError extends SandiError
{
}

final class CheckLimitedError extends SandiError
{
}

final class CompanyNameInvalidError extends SandiError
{
}

final class CompanyNameTooLongError extends SandiError
{
}

final class DailyCapReachedError extends SandiError
{
}

final class DuplicateError extends SandiError
{
}

final class ExternalIdInvalidError extends SandiError
{
}

final class GatewayError extends SandiError
{
}

final class GatewayUnknownError extends SandiError
{
}

final class HeadersTooLargeError extends SandiError
{
}

final class IdempotencyInFlightError extends SandiError
{
}

final class IdempotencyKeyInvalidError extends SandiError
{
}

final class IdempotencyMismatchError extends SandiError
{
}

final class InsufficientCreditError extends SandiError
{
}

final class InternalError extends SandiError
{
}

final class MalformedJsonError extends SandiError
{
}

final class MetadataInvalidError extends SandiError
{
}

final class MethodNotAllowedError extends SandiError
{
}

final class NoDeviceError extends SandiError
{
}

final class NotOnWhatsappLimitedError extends SandiError
{
}

final class NotFoundError extends SandiError
{
}

final class OperationNotAllowedError extends SandiError
{
}

final class OtpCodeInvalidError extends SandiError
{
}

final class OverloadedError extends SandiError
{
}

final class ParameterInvalidError extends SandiError
{
}

final class ParameterMissingError extends SandiError
{
}

final class ParameterUnknownError extends SandiError
{
}

final class PhoneInvalidError extends SandiError
{
}

final class RateLimitedError extends SandiError
{
}

final class RecipientLimitedError extends SandiError
{
}

final class RecipientRestrictedError extends SandiError
{
}

final class RequestTimeoutError extends SandiError
{
}

final class UnavailableError extends SandiError
{
}

final class UnsupportedMediaTypeError extends SandiError
{
}

final class UriTooLongError extends SandiError
{
}

final class PhoneMismatchError extends SandiError
{
}

final class ResendInFlightError extends SandiError
{
}

final class ResendLimitError extends SandiError
{
}

final class SpendCapReachedError extends SandiError
{
}

final class VerificationBlockedError extends SandiError
{
}

final class VerificationOverError extends SandiError
{
}
