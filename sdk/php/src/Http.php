<?php

declare(strict_types=1);

namespace Sandi;

use Sandi\Errors\NoAnswerError;
use Sandi\Errors\SandiError;

/** Makes a request, and retries it while that is safe and time is left. */
final class Http
{
    private const VERSION = '0.1.0';
    /** A little longer than Sandi waits for gateways. */
    private const TRY_TIMEOUT = 20.0;
    /** With less time left no retry begins: a timeout would make a known outcome unknown. */
    private const TRY_LEAST = 1.0;

    private readonly ApiKey $apiKey;

    public function __construct(
        private readonly string $url,
        #[\SensitiveParameter] string $apiKey,
        private readonly float $timeout,
        private readonly Clock $clock,
        private readonly Transport $transport,
    ) {
        $this->apiKey = new ApiKey($apiKey);
    }

    /**
     * Returns the `data` of the success. Throws any failure, with the Idempotency-Key of the request.
     *
     * @param ?array<string, mixed> $body
     * @param bool $evenIfBegun whether a request that Sandi may have executed is safe to repeat
     * @return array<string, mixed>
     */
    public function request(string $method, string $path, ?array $body = null, ?string $idempotencyKey = null, bool $evenIfBegun = true): array
    {
        try {
            return $this->repeated($this->requestOf($method, $path, $body, $idempotencyKey, $evenIfBegun));
        } catch (SandiError $error) {
            $error->idempotencyKey = $idempotencyKey;
            throw $error;
        }
    }

    /** @return array<string, mixed> */
    private function repeated(Request $request): array
    {
        $end = $this->clock->now() + $this->timeout;
        $maybeDone = false;
        $last = null;
        for ($failures = 1;; $failures++) {
            $left = $end - $this->clock->now();
            if ($last !== null && $left < self::TRY_LEAST) {
                // The pause may have taken longer than asked.
                $last->maybeDone = $maybeDone;
                throw $last;
            }
            $answer = $this->tryOnce($request, $left);
            if (is_array($answer)) {
                return $answer;
            }
            $answer->maybeDone = Retries::mayBeDone($answer);
            $maybeDone = $maybeDone || $answer->maybeDone;
            if (!Retries::isWorthRepeating($answer, $request->isRepeatable)) {
                $answer->maybeDone = Retries::coversEarlierAttempts($answer) ? $answer->maybeDone : $maybeDone;
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
    private function tryOnce(Request $request, float $left): array|SandiError
    {
        try {
            $response = $this->transport->send($request, max(0.001, min($left, self::TRY_TIMEOUT)));
        } catch (TransportError $cause) {
            $error = new NoAnswerError('Sandi did not answer.', previous: $cause);
            // The request may have been sent, unless there was no connection.
            $error->maybeDone = $cause->maybeDone;
            return $error;
        }
        return self::read($response->status, $response->headers, $response->body);
    }

    /** @param ?array<string, mixed> $body */
    private function requestOf(string $method, string $path, ?array $body, ?string $idempotencyKey, bool $isRepeatable): Request
    {
        $headers = [
            'Authorization' => 'Bearer ' . $this->apiKey->reveal(),
            'Accept' => 'application/json',
            'User-Agent' => 'sandi-php/' . self::VERSION,
        ];
        $content = null;
        if ($body !== null) {
            $content = json_encode((object) $body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
            $headers['Content-Type'] = 'application/json';
        }
        if ($idempotencyKey !== null) {
            $headers['Idempotency-Key'] = $idempotencyKey;
        }
        return new Request($method, $this->url . $path, $headers, $content, $isRepeatable);
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
            $error->maybeDone = Retries::mayHaveArrived($status);
            return $error;
        }
        return SandiError::of($answer['code'], (string) $answer['message'], $status, $retryAfter, $answer);
    }
}
