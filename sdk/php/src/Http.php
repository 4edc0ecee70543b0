<?php

declare(strict_types=1);

namespace Sandi;

use Sandi\Errors\NoAnswerError;
use Sandi\Errors\SandiError;

/** One request over sockets of PHP's own, repeated as often as that is safe and there is time. */
final class Http
{
    private const VERSION = '0.1.0';
    /** A little longer than Sandi gives its gateways. */
    private const TRY_TIMEOUT = 20.0;
    /** With less time left no other try is begun: cut off, it would make an unknown outcome of a known one. */
    private const TRY_LEAST = 1.0;

    private readonly string $scheme;
    private readonly string $host;
    private readonly int $port;
    private readonly string $base;

    public function __construct(
        string $url,
        #[\SensitiveParameter] private readonly string $apiKey,
        private readonly float $timeout,
        private readonly Clock $clock,
    ) {
        $parts = parse_url($url) ?: [];
        $this->scheme = strtolower($parts['scheme'] ?? '');
        $this->host = $parts['host'] ?? '';
        $this->port = $parts['port'] ?? ($this->scheme === 'https' ? 443 : 80);
        $this->base = $parts['path'] ?? '';
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
                $answer->maybeDone = Retries::isLastWord($answer) ? $answer->maybeDone : $maybeDone;
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
        $request = $this->requestOf($method, $path, $body, $idempotencyKey);
        $seconds = max(0.001, min($left, self::TRY_TIMEOUT));
        $connection = Connection::open($this->scheme, $this->host, $this->port, $seconds);
        $answer = $connection?->exchange($request);
        if ($answer === null) {
            $error = new NoAnswerError('Sandi did not answer.');
            // Everything but a connection that never was may have left.
            $error->maybeDone = $connection !== null;
            return $error;
        }
        return self::read($answer['status'], $answer['headers'], $answer['text']);
    }

    /** @param ?array<string, mixed> $body */
    private function requestOf(string $method, string $path, ?array $body, ?string $idempotencyKey): string
    {
        $usualPort = $this->scheme === 'https' ? 443 : 80;
        $lines = [
            "$method $this->base$path HTTP/1.1",
            'Host: ' . $this->host . ($this->port === $usualPort ? '' : ":$this->port"),
            "Authorization: Bearer $this->apiKey",
            'Accept: application/json',
            'Connection: close',
            'User-Agent: sandi-php/' . self::VERSION,
        ];
        $content = '';
        if ($body !== null) {
            $content = json_encode((object) $body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
            array_push($lines, 'Content-Type: application/json', 'Content-Length: ' . strlen($content));
        }
        if ($idempotencyKey !== null) {
            $lines[] = "Idempotency-Key: $idempotencyKey";
        }
        return implode("\r\n", [...$lines, '', $content]);
    }

    /**
     * @param array<string, string> $headers
     * @return array<string, mixed>|SandiError
     */
    private static function read(int $status, array $headers, string $text): array|SandiError
    {
        $retryAfter = Retries::retryAfter($headers['retry-after'] ?? '', $headers['date'] ?? '');
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
