<?php

declare(strict_types=1);

namespace Sandi;

/** Message search, in the mode of the key. */
final class Messages
{
    public function __construct(private readonly Http $http)
    {
    }

    /**
     * The timeline of a message, by its `reference` or `message_id`.
     *
     * @return array<string, mixed> the members of an item of `list`, and `livemode`, `error_message`, `events`
     */
    public function get(string $id): array
    {
        return $this->http->request('GET', '/api/otp/messages/' . rawurlencode($id));
    }

    /**
     * Messages with an `external_id`, newest first.
     *
     * @param ?int $limit default 20, at most 100
     * @param ?int $cursor `next_cursor` of the previous response
     * @return array{limit: int, items: list<array<string, mixed>>, next_cursor: ?int} an item: `id`, `message_id`, `status`,
     *   `recipient`, `company_name`, `channel`, `attempts`, `reason`, `credit_used`, `created_at` (local, without a zone), `created_at_utc`
     *   (RFC 3339), `reference`, `external_id`, `metadata`, `verification_id` (null for a code of your own)
     */
    public function list(string $external_id, ?int $limit = null, ?int $cursor = null): array
    {
        $query = http_build_query(compact('external_id', 'limit', 'cursor'), '', '&', PHP_QUERY_RFC3986);
        return $this->http->request('GET', "/api/otp/messages?$query");
    }

    /**
     * Messages by recipient or by one of their IDs, newest first. Give exactly one of the first six arguments.
     *
     * @param ?string $last4 the last four digits of a phone with 12 digits or more
     * @param ?string $idempotency_key the Idempotency-Key of the send, for 24 hours after it
     * @param ?string $from a day, as is `$to`: `2026-01-31`
     * @return array{limit: int, items: list<array<string, mixed>>, next_cursor: ?int} as of `list`
     */
    public function search(
        ?string $phone = null,
        ?string $last4 = null,
        ?string $reference = null,
        ?string $external_id = null,
        ?string $message_id = null,
        ?string $idempotency_key = null,
        ?string $from = null,
        ?string $to = null,
        ?int $limit = null,
        ?int $cursor = null,
    ): array {
        $given = array_filter(get_defined_vars(), static fn (mixed $value): bool => $value !== null);
        return $this->http->request('POST', '/api/otp/messages/search', $given);
    }
}
