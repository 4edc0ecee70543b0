<?php

declare(strict_types=1);

namespace Sandi;

use InvalidArgumentException;
use Sandi\Errors\SandiError;

/** Idempotency-Keys, and results with an unknown outcome. */
final class Idempotency
{
    /** The key of the caller, or a new one. */
    public static function key(?string $key): string
    {
        $key ??= bin2hex(random_bytes(16));
        if (!preg_match('/^[\x20-\x7e]{1,255}\z/', $key)) {
            throw new InvalidArgumentException('idempotency_key has 1 to 255 printable ASCII characters.');
        }
        return $key;
    }

    /**
     * @param array<string, mixed> $members
     * @return array<string, mixed>
     */
    public static function given(array $members): array
    {
        return array_filter($members, static fn (mixed $value): bool => $value !== null);
    }

    /**
     * The result of a send with an unknown outcome. Other errors are thrown.
     *
     * @param ?array<string, string> $metadata
     * @return array<string, mixed>
     */
    public static function unknownOr(SandiError $error, string $key, ?string $external_id = null, ?array $metadata = null): array
    {
        if ($error->errorCode !== 'gateway_unknown' && !$error->maybeDone) {
            throw $error;
        }
        return [
            'reference' => $error->body['reference'] ?? null,
            'external_id' => $external_id ?? $error->body['external_id'] ?? null,
            'metadata' => $metadata ?? $error->body['metadata'] ?? null,
            'reason' => $error->body['reason'] ?? null,
            'code' => $error->errorCode,
            'idempotency_key' => $key,
        ];
    }
}
