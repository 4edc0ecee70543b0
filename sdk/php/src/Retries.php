<?php

declare(strict_types=1);

namespace Sandi;

use Sandi\Errors\NoAnswerError;
use Sandi\Errors\SandiError;

/** Which requests are retried, and when. */
final class Retries
{
    /** Temporary errors before anything has begun. */
    private const NOT_BEGUN = ['rate_limited', 'overloaded', 'no_device', 'request_timeout'];
    /** May have begun: the same request with the same Idempotency-Key returns the outcome. */
    private const MAYBE_DONE = ['idempotency_in_flight', 'internal_error', 'unavailable'];
    /** Errors before Sandi reads the Idempotency-Key: they say nothing about earlier attempts. */
    private const BEFORE_THE_KEY = [
        'api_key_missing',
        'api_key_invalid',
        'operation_not_allowed',
        'not_on_whatsapp_limited',
        'verification_blocked',
        'recipient_limited',
        'recipient_restricted',
    ];
    private const PAUSE_FIRST = 0.5;
    private const PAUSE_LONGEST = 8.0;
    /** A date in a header of HTTP; the group leaves out the weekday. `strtotime` alone would accept nearly anything. */
    private const DATE = '/^[A-Z][a-z]{2}, (\d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)\z/';

    /** Whether Sandi may have executed the failed request. */
    public static function mayBeDone(SandiError $error): bool
    {
        return $error instanceof NoAnswerError ? $error->maybeDone : in_array($error->errorCode, self::MAYBE_DONE, true);
    }

    /** Whether the error also tells the outcome of earlier attempts with the same key. */
    public static function coversEarlierAttempts(SandiError $error): bool
    {
        return !$error instanceof NoAnswerError && !in_array($error->errorCode, self::BEFORE_THE_KEY, true);
    }

    /** @param bool $evenIfBegun whether a request that Sandi may have executed is safe to repeat */
    public static function isWorthRepeating(SandiError $error, bool $evenIfBegun): bool
    {
        if (self::mayBeDone($error)) {
            return $evenIfBegun;
        }
        if (!$error instanceof NoAnswerError) {
            return in_array($error->errorCode, self::NOT_BEGUN, true);
        }
        return self::isProxyFault($error->status) || $error->status === 408 || $error->status === 429;
    }

    /** Whether Sandi may have received the request, although the response is not Sandi's. */
    public static function mayHaveArrived(int $status): bool
    {
        return self::isProxyFault($status) || $status < 300;
    }

    /** The pause before the next attempt: grows exponentially, by half at random, and is at least `Retry-After`. */
    public static function pause(int $failures, ?int $retryAfter, float $chance): float
    {
        $grown = min(self::PAUSE_FIRST * 2 ** ($failures - 1), self::PAUSE_LONGEST);
        return max($grown * (0.5 + $chance / 2), (float) $retryAfter);
    }

    /** Reads `Retry-After`: seconds, or a date. The pause until a date begins at the `Date` header, or now. */
    public static function retryAfter(string $given, string $date): ?int
    {
        if (preg_match('/^\d+\z/', $given)) {
            return (int) $given;
        }
        $end = self::secondsOf($given);
        return $end === null ? null : max(0, $end - (self::secondsOf($date) ?? time()));
    }

    private static function secondsOf(string $date): ?int
    {
        $seconds = preg_match(self::DATE, $date, $found) ? strtotime($found[1]) : false;
        return $seconds === false ? null : $seconds;
    }

    /** For responses that are not Sandi's: whether a proxy failed, which may have forwarded the request. */
    private static function isProxyFault(?int $status): bool
    {
        return $status === null || $status >= 500;
    }
}
