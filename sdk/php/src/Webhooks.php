<?php

declare(strict_types=1);

namespace Sandi;

use InvalidArgumentException;
use Sandi\Errors\WebhookVerificationError;

/** Webhooks of Sandi. */
final class Webhooks
{
    private const PREFIX = 'whsec_';

    /**
     * Verifies the signature and the age of a webhook and returns the event.
     *
     * @param string|list<string> $secrets both, while you replace a secret
     * @param array<string, string|list<string>> $headers names in any case: `getallheaders()`, `$request->headers->all()`
     * @param mixed $body the received body as a string: `file_get_contents('php://input')`, `$request->getContent()`
     * @param int $tolerance the greatest age in seconds
     * @param ?int $now the time in seconds since 1970
     * @return array{type: string, timestamp: string, livemode: bool, data: array<string, mixed>}
     * @throws WebhookVerificationError
     */
    public static function verify(#[\SensitiveParameter] string|array $secrets, array $headers, mixed $body, int $tolerance = 300, ?int $now = null): array
    {
        if (!is_string($body)) {
            throw new InvalidArgumentException('Webhooks::verify needs the raw body, a string, not a parsed one: file_get_contents("php://input"), in Laravel and Symfony $request->getContent().');
        }
        $id = self::header($headers, 'webhook-id');
        $timestamp = self::header($headers, 'webhook-timestamp');
        $signatures = self::header($headers, 'webhook-signature');
        if ($id === '' || $timestamp === '' || $signatures === '') {
            throw new WebhookVerificationError('A header is missing.');
        }
        if (!preg_match('/^\d{1,15}\z/', $timestamp)) {
            throw new WebhookVerificationError('The timestamp is no number.');
        }
        if (abs(($now ?? time()) - (int) $timestamp) > $tolerance) {
            throw new WebhookVerificationError('The timestamp is too far from now.');
        }
        foreach ((array) $secrets as $secret) {
            $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", self::key($secret), true));
            foreach (explode(' ', $signatures) as $signature) {
                if (hash_equals($expected, $signature)) {
                    return self::event($body);
                }
            }
        }
        throw new WebhookVerificationError('No signature is of this secret.');
    }

    private static function header(array $headers, string $name): string
    {
        foreach ($headers as $other => $value) {
            if (strtolower((string) $other) === $name) {
                return (string) (is_array($value) ? $value[0] ?? '' : $value);
            }
        }
        return '';
    }

    private static function key(#[\SensitiveParameter] string $secret): string
    {
        $base64 = str_starts_with($secret, self::PREFIX) ? substr($secret, strlen(self::PREFIX)) : $secret;
        $key = base64_decode($base64, true);
        if ($key === false || $key === '') {
            throw new InvalidArgumentException('A webhook secret is whsec_ and base64.');
        }
        return $key;
    }

    private static function event(string $body): array
    {
        $event = json_decode($body, true);
        if (!is_array($event)) {
            throw new WebhookVerificationError('The body is no JSON.');
        }
        return $event;
    }
}
