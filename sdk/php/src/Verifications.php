<?php

declare(strict_types=1);

namespace Sandi;

use Sandi\Errors\SandiError;

/** Verifications: Sandi creates the code, sends it and checks it. */
final class Verifications
{
    private const PATH = '/api/otp/verifications';

    public function __construct(private readonly Http $http)
    {
    }

    /**
     * Creates a code and sends it. If the outcome is unknown, `delivery` is `unknown`. Every other failure is thrown.
     *
     * @param ?int $code_length 4 to 8; default 6
     * @param ?int $ttl_seconds 60 to 900; default 600
     * @param ?int $max_attempts 1 to 10; default 5
     * @param ?array<string, string> $metadata
     * @param ?list<string> $channels as in `Sandi::send`
     * @param ?int $fallback_after_seconds 15 to 120: without a delivery report by then, the next channel sends a new
     *   code, which is charged too; each of the codes is valid
     * @param ?array<string, string> $client as in `Sandi::send`
     * @return array<string, mixed> `verification_id`, `status`, `reference`, `external_id`, `metadata`, and with `delivery`
     *   `sent`: `method`, `message_id`, `recipient`, `expires_at`, `attempts_left`, `credit_used`, `credit_balance`; `delivery`
     *   `unknown`: `reason`, `code`, `idempotency_key` (and `reference` is null without a response)
     */
    public function create(
        string $phone,
        string $company_name,
        ?int $code_length = null,
        ?int $ttl_seconds = null,
        ?int $max_attempts = null,
        ?string $language = null,
        ?string $external_id = null,
        ?array $metadata = null,
        ?string $idempotency_key = null,
        ?array $channels = null,
        ?int $fallback_after_seconds = null,
        ?array $client = null,
    ): array {
        $body = Idempotency::given([
            'phone' => $phone,
            'company_name' => $company_name,
            'code_length' => $code_length,
            'ttl_seconds' => $ttl_seconds,
            'max_attempts' => $max_attempts,
            'language' => $language,
            'external_id' => $external_id,
            'metadata' => $metadata === null ? null : (object) $metadata,
            'channels' => $channels,
            'fallback_after_seconds' => $fallback_after_seconds,
            'client' => $client === null ? null : (object) $client,
        ]);
        return $this->send(self::PATH, $body, $idempotency_key, null, $external_id, $metadata);
    }

    /**
     * Creates a verification that the user completes by sending a text to `wa_number`. Sandi sends nothing. The webhook
     * `verification.approved` or `get` tells when the text has come from the phone.
     *
     * @param ?int $ttl_seconds 60 to 900; default 600
     * @param ?array<string, string> $metadata
     * @return array<string, mixed> `verification_id`, `method`, `status`, `recipient`, `wa_number`, `message` (the text), `wa_link`
     *   (opens WhatsApp with the text: a button on a phone, a QR code elsewhere), `expires_at`, `credit_used`,
     *   `credit_balance`, `external_id`, `metadata`
     */
    public function createInbound(
        string $phone,
        string $company_name,
        ?int $ttl_seconds = null,
        ?string $external_id = null,
        ?array $metadata = null,
        ?string $idempotency_key = null,
    ): array {
        $body = Idempotency::given([
            'phone' => $phone,
            'company_name' => $company_name,
            'method' => 'inbound',
            'ttl_seconds' => $ttl_seconds,
            'external_id' => $external_id,
            'metadata' => $metadata === null ? null : (object) $metadata,
        ]);
        return $this->post(self::PATH, $body, Idempotency::key($idempotency_key));
    }

    /**
     * A wrong code uses up an attempt. The right one returns `approved` once: grant access only on this response.
     *
     * @return array{status: string, attempts_left: int}
     */
    public function check(string $verification_id, #[\SensitiveParameter] string $otp_code, ?string $idempotency_key = null): array
    {
        return $this->post(self::path($verification_id, '/check'), ['otp_code' => $otp_code], Idempotency::key($idempotency_key));
    }

    /**
     * Sends a new code to the same phone, and ends the old one; at most five times. Pass the phone again: Sandi does
     * not store it.
     *
     * @param ?string $channel the only channel; default: the channels of the last code
     * @return array<string, mixed> as in `create`
     */
    public function resend(string $verification_id, string $phone, ?string $idempotency_key = null, ?string $channel = null): array
    {
        $body = Idempotency::given(['phone' => $phone, 'channel' => $channel]);
        return $this->send(self::path($verification_id, '/resend'), $body, $idempotency_key, $verification_id);
    }

    /** @return array<string, mixed> as in `get` */
    public function cancel(string $verification_id, ?string $idempotency_key = null): array
    {
        return $this->post(self::path($verification_id, '/cancel'), [], Idempotency::key($idempotency_key));
    }

    /**
     * @return array<string, mixed> `verification_id`, `method`, `status`, `message_id`, `reference` and `channel` (of the newest
     *   code, or of the right one; null with the method `inbound`), `attempts` (the channels that were tried), `recipient`,
     *   `external_id`, `metadata`, `expires_at`, `attempts_left`, `created_at`
     */
    public function get(string $verification_id): array
    {
        return $this->http->request('GET', self::path($verification_id));
    }

    /**
     * Finds verifications whose create response was lost, newest first. Give exactly one of the first two arguments.
     *
     * @param ?string $reference the reference of any message with one of the verification's codes
     * @param ?int $limit default 20, at most 100
     * @param ?int $cursor `next_cursor` of the previous response
     * @return array{limit: int, items: list<array<string, mixed>>, next_cursor: ?int} items as in `get`; a page may have fewer
     *   than `limit`, even none, before the last one
     */
    public function list(?string $external_id = null, ?string $reference = null, ?int $limit = null, ?int $cursor = null): array
    {
        $query = http_build_query(compact('external_id', 'reference', 'limit', 'cursor'), '', '&', PHP_QUERY_RFC3986);
        return $this->http->request('GET', self::PATH . "?$query");
    }

    private function send(string $path, array $body, ?string $idempotencyKey, ?string $id, ?string $external_id = null, ?array $metadata = null): array
    {
        $key = Idempotency::key($idempotencyKey);
        try {
            return ['delivery' => 'sent'] + $this->post($path, $body, $key);
        } catch (SandiError $error) {
            $id ??= $error->body['verification_id'] ?? null;
            if ($id === null) {
                // Without the verification's id, the code could not be checked.
                throw $error;
            }
            $unknown = Idempotency::unknownOr($error, $key, $external_id, $metadata);
            return ['delivery' => 'unknown', 'verification_id' => $id, 'status' => 'pending'] + $unknown;
        }
    }

    private function post(string $path, array $body, string $key): array
    {
        return $this->http->request('POST', $path, $body, $key);
    }

    private static function path(string $id, string $rest = ''): string
    {
        return self::PATH . '/' . rawurlencode($id) . $rest;
    }
}
