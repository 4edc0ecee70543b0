<?php

declare(strict_types=1);

namespace Sandi;

use Sandi\Errors\NoAnswerError;
use Sandi\Errors\SandiError;

/** One request over PHP's own streams, repeated as often as that is safe and there is time. */
final class Http
{
    private const VERSION = '0.1.0';
    /** A little longer than Sandi gives its gateways. */
    private const TRY_TIMEOUT = 20.0;
    /** With less time left no other try is begun: cut off, it would make an unknown outcome of a known one. */
    private const TRY_LEAST = 1.0;

    public function __construct(
        private readonly string $url,
        #[\SensitiveParameter] private readonly string $apiKey,
        private readonly float $timeout,
        private readonly Clock $clock,
    ) {
    }

    /**
     * The `data` of the success; any failure is thrown.
     *
     * @param ?array<string, mixed> $body
     * @param bool $evenIfBegun whether it is safe to repeat when it may have been carried out
     * @return array<string, mixed>
     */
    public function request(string $method, string $path, ?array $body = null, ?string $idempotencyKey = null, bool $evenIfBegun = true): array
    {
        $end = $this->clock->now() + $this->timeout;
        $maybeDone = false;
        $last = null;
        for ($failures = 1;; $failures++) {
            $left = $end - $this->clock->now();
            if ($last !== null && $left < self::TRY_LEAST) {
                // Whoever slept for too long begins nothing any more.
                $last->maybeDone = $maybeDone;
                throw $last;
            }
            $answer = $this->tryOnce($method, $path, $body, $idempotencyKey, $left);
            if (is_array($answer)) {
                return $answer;
            }
            $answer->maybeDone = Retries::mayBeDone($answer);
            $maybeDone = $maybeDone || $answer->maybeDone;
            if (!Retries::isWorthRepeating($answer, $evenIfBegun)) {
                throw $answer;
            }
            $pause = Retries::pause($failures, $answer->retryAfter, random_int(0, 1000) / 1000);
            if ($this->clock->now() + $pause + self::TRY_LEAST >= $end) {
                $answer->maybeDone = $maybeDone;
                throw $answer;
            }
            $last = $answer;
            $this->clock->sleep($pause);
        }
    }

    /** @return array<string, mixed>|SandiError */
    private function tryOnce(string $method, string $path, ?array $body, ?string $idempotencyKey, float $left): array|SandiError
    {
        $headers = [
            "Authorization: Bearer $this->apiKey",
            'Accept: application/json',
            'Connection: close',
            'User-Agent: sandi-php/' . self::VERSION,
        ];
        if ($body !== null) {
            $headers[] = 'Content-Type: application/json';
        }
        if ($idempotencyKey !== null) {
            $headers[] = "Idempotency-Key: $idempotencyKey";
        }
        $context = stream_context_create(['http' => [
            'method' => $method,
            'header' => $headers,
            'content' => $body === null ? '' : json_encode((object) $body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE),
            'ignore_errors' => true,
            // The key goes to no other address.
            'follow_location' => 0,
            'protocol_version' => 1.1,
            'timeout' => max(0.001, min($left, self::TRY_TIMEOUT)),
        ]]);
        error_clear_last();
        $stream = @fopen($this->url . $path, 'rb', false, $context);
        if ($stream === false) {
            $words = error_get_last()['message'] ?? '';
            $error = new NoAnswerError('Sandi did not answer.');
            // Everything but a connection that never was: PHP says this only once it waits for an answer.
            $error->maybeDone = str_contains($words, 'HTTP request failed');
            return $error;
        }
        $lines = stream_get_meta_data($stream)['wrapper_data'] ?? [];
        $text = (string) @stream_get_contents($stream);
        fclose($stream);
        return self::read($lines, $text);
    }

    /**
     * @param list<string> $lines
     * @return array<string, mixed>|SandiError
     */
    private static function read(array $lines, string $text): array|SandiError
    {
        $status = (int) (explode(' ', $lines[0] ?? '')[1] ?? 0);
        $retryAfter = null;
        foreach ($lines as $line) {
            if (preg_match('/^retry-after:\s*(\d+)\s*$/i', $line, $found)) {
                $retryAfter = (int) $found[1];
            }
        }
        $answer = json_decode($text, true);
        if (is_array($answer) && ($answer['success'] ?? null) === true) {
            return $answer['data'] ?? [];
        }
        if (!is_array($answer) || ($answer['success'] ?? null) !== false || !is_string($answer['code'] ?? null)) {
            $error = new NoAnswerError("HTTP $status, which Sandi did not write.", $status, $retryAfter);
            $error->maybeDone = Retries::leavesOpen($status);
            return $error;
        }
        return SandiError::of($answer['code'], (string) $answer['message'], $status, $retryAfter, $answer);
    }
}
