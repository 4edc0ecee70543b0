<?php

declare(strict_types=1);

namespace Sandi;

use Sandi\Errors\NoAnswerError;
use Sandi\Errors\SandiError;

/** What may be repeated, and when. */
final class Retries
{
    /** Refused before anything was begun, for a while. */
    private const NOT_BEGUN = ['rate_limited', 'overloaded', 'no_device', 'request_timeout'];
    /** Begun, perhaps: the same request with the same Idempotency-Key finds out. */
    private const MAYBE_DONE = ['idempotency_in_flight', 'internal_error', 'unavailable'];
    /** Sandi's, before it takes the Idempotency-Key: they say nothing of earlier tries. */
    private const BEFORE_THE_KEY = [
        'api_key_missing',
        'api_key_invalid',
        'operation_not_allowed',
        'not_on_whatsapp_limited',
        'recipient_limited',
    ];
    private const PAUSE_FIRST = 0.5;
    private const PAUSE_LONGEST = 8.0;
    /** As HTTP writes it, after the day of the week. `strtotime` alone takes nearly everything for a date. */
    private const DATE = '/^[A-Z][a-z]{2}, (\d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)\z/';

    /** Whether the failed request may have been carried out. */
    public static function mayBeDone(SandiError $error): bool
    {
        return $error instanceof NoAnswerError ? $error->maybeDone : in_array($error->errorCode, self::MAYBE_DONE, true);
    }

    /** Whether it says what became of earlier tries too, which Sandi knows by their key. */
    public static function isLastWord(SandiError $error): bool
    {
        return !$error instanceof NoAnswerError && !in_array($error->errorCode, self::BEFORE_THE_KEY, true);
    }

    /** @param bool $evenIfBegun whether a request that may have been carried out is safe to repeat */
    public static function isWorthRepeating(SandiError $error, bool $evenIfBegun): bool
    {
        if (self::mayBeDone($error)) {
            return $evenIfBegun;
        }
        if (!$error instanceof NoAnswerError) {
            return in_array($error->errorCode, self::NOT_BEGUN, true);
        }
        return self::isFaultInBetween($error->status) || $error->status === 408 || $error->status === 429;
    }

    /** Whether an answer that is not Sandi's leaves open if Sandi got the request. */
    public static function leavesOpen(int $status): bool
    {
        return self::isFaultInBetween($status) || $status < 300;
    }

    /** Growing, half of it by chance so that many do not come back at once, and never less than was asked for. */
    public static function pause(int $failures, ?int $retryAfter, float $chance): float
    {
        $grown = min(self::PAUSE_FIRST * 2 ** ($failures - 1), self::PAUSE_LONGEST);
        return max($grown * (0.5 + $chance / 2), (float) $retryAfter);
    }

    /** Seconds, or a date: then by the clock that wrote it, where the answer tells that too. */
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

    /** Of something in between, such as a proxy: it may have handed the request on. */
    private static function isFaultInBetween(?int $status): bool
    {
        return $status === null || $status >= 500;
    }
}
