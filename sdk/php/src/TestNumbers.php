<?php

declare(strict_types=1);

namespace Sandi;

/**
 * Phone numbers that simulate an outcome for test keys; see docs/quick-start.md. A number that simulates an error has
 * the name of the error code.
 */
final class TestNumbers
{
    public const DELIVERED = '628000000001';
    public const DELIVERED_LATE = '628000000002';
    public const FAILED_LATE = '628000000003';
    public const FAILED_THEN_DELIVERED = '628000000004';
    public const SENT_ONLY = '628000000005';
    public const UNKNOWN_THEN_DELIVERED = '628000000006';
    public const UNKNOWN_THEN_FAILED = '628000000007';
    public const GATEWAY_ERROR = '628000000008';
    public const NOT_ON_WHATSAPP = '628000000010';
    public const DEVICE_UNAVAILABLE = '628000000011';
    public const DEVICE_RESTRICTED = '628000000012';
    public const RECIPIENT_LIMIT = '628000000013';
    public const BLOCKED_BY_RECIPIENT = '628000000014';
    public const TEMPLATE_REJECTED = '628000000015';
    public const GATEWAY_TIMEOUT = '628000000016';
    public const GATEWAY_FAULT = '628000000017';
    public const EXPIRED = '628000000018';
    public const UNKNOWN = '628000000019';
    public const API_KEY_MISSING = '628000000020';
    public const API_KEY_INVALID = '628000000021';
    public const RATE_LIMITED = '628000000022';
    public const IDEMPOTENCY_KEY_INVALID = '628000000023';
    public const IDEMPOTENCY_MISMATCH = '628000000024';
    public const IDEMPOTENCY_IN_FLIGHT = '628000000025';
    public const PARAMETER_MISSING = '628000000026';
    public const PHONE_INVALID = '628000000027';
    public const COMPANY_NAME_INVALID = '628000000028';
    public const COMPANY_NAME_TOO_LONG = '628000000029';
    public const OTP_CODE_INVALID = '628000000030';
    public const CHANNELS_INVALID = '628000000046';
    public const NOT_ON_WHATSAPP_LIMITED = '628000000045';
    public const RECIPIENT_RESTRICTED = '628000000049';
    public const VERIFICATION_BLOCKED = '628000000047';
    public const RECIPIENT_LIMITED = '628000000031';
    public const DAILY_CAP_REACHED = '628000000032';
    public const SPEND_CAP_REACHED = '628000000048';
    public const INSUFFICIENT_CREDIT = '628000000033';
    public const DUPLICATE = '628000000034';
    public const DUPLICATE_OF_PENDING = '628000000035';
    public const NO_DEVICE = '628000000036';
    public const OPERATION_NOT_ALLOWED = '628000000037';
    public const EXTERNAL_ID_INVALID = '628000000038';
    public const METADATA_INVALID = '628000000039';
    public const VERIFICATION_APPROVED = '628000000040';
    public const VERIFICATION_WRONG = '628000000041';
    public const VERIFICATION_EXPIRED = '628000000042';
    public const VERIFICATION_FAILED = '628000000043';
    public const VERIFICATION_CANCELLED = '628000000044';
    public const MALFORMED_JSON = '628000000060';
    public const BODY_INVALID = '628000000061';
    public const PARAMETER_INVALID = '628000000062';
    public const BAD_REQUEST = '628000000063';
    public const REQUEST_TIMEOUT = '628000000064';
    public const BODY_TOO_LARGE = '628000000065';
    public const UNSUPPORTED_MEDIA_TYPE = '628000000066';
    public const HEADERS_TOO_LARGE = '628000000067';
    public const INTERNAL_ERROR = '628000000068';
    public const OVERLOADED = '628000000069';
    public const UNAVAILABLE = '628000000070';
}
