<?php

declare(strict_types=1);

namespace Sandi;

/** The server behind {@see FakeSandi}: a Sandi in memory. */
final class FakeServer implements Transport
{
    private const COST = 200;
    /** @var list<array{method: string, path: string, body: array<string, mixed>, idempotency_key: ?string}> */
    public array $requests = [];
    /** @var list<?array<string, mixed>> the failures of the next calls; null: the response is lost */
    public array $failures = [];
    private int $balance = 100_000;
    /** @var array<string, string> the code that was sent to each phone last */
    private array $codes = [];
    /** @var list<array<string, mixed>> */
    private array $messages = [];
    /** @var array<string, array<string, mixed>> */
    private array $verifications = [];
    /** @var array<string, Response> by their Idempotency-Keys */
    private array $responses = [];

    public function __construct(private readonly string $code)
    {
    }

    public function send(Request $request, float $seconds): Response
    {
        $parts = parse_url($request->url);
        parse_str($parts['query'] ?? '', $query);
        $body = json_decode($request->body() ?? '[]', true);
        $key = $request->headers()['Idempotency-Key'] ?? null;
        $path = $parts['path'];
        $this->requests[] = ['method' => $request->method, 'path' => $path, 'body' => $body, 'idempotency_key' => $key];
        if ($this->failures !== []) {
            $failure = array_shift($this->failures) ?? throw new TransportError('No response.', true);
            return self::response($failure['status'], array_diff_key($failure, ['status' => 0]));
        }
        if ($key !== null) {
            return $this->responses["$path $key"] ??= $this->answer("$request->method $path", $body, $query);
        }
        return $this->answer("$request->method $path", $body, $query);
    }

    /**
     * @param array<string, mixed> $body
     * @param array<string, string> $query
     */
    private function answer(string $route, array $body, array $query): Response
    {
        if (preg_match('~^(\w+ /api/otp/\w+)/(.+?)(?:/(check|resend|cancel))?$~', $route, $found) && $found[2] !== 'search') {
            [, $kind, $id, $action] = $found + [3 => ''];
            $id = rawurldecode($id);
            return $kind === 'GET /api/otp/messages' ? $this->message($id) : $this->verification($id, $action, $body);
        }
        return match ($route) {
            'POST /api/otp/send' => self::success($this->sentMessage($body, $body['otp_code'])),
            'POST /api/otp/check' => self::success(['valid' => $this->isRight($body)]),
            'GET /api/otp/credit' => self::success(['credit_balance' => $this->balance, 'currency' => 'IDR', 'rate' => '1 IDR = 1 credit']),
            'GET /api/otp/messages', 'POST /api/otp/messages/search' => $this->page($this->messages, $query + $body),
            'GET /api/otp/verifications' => $this->page(array_values($this->verifications), $query),
            'POST /api/otp/verifications' => $this->created($body),
            default => self::failure(404, 'not_found'),
        };
    }

    /** @return array<string, mixed> */
    private function sentMessage(array $body, string $code, ?string $verification = null): array
    {
        $this->codes[$body['phone']] = $code;
        $this->balance -= self::COST;
        $shared = [
            'message_id' => 'fake_' . count($this->messages),
            'recipient' => self::mask($body['phone']),
            'credit_used' => self::COST,
            'reference' => sprintf('otp_%026d', count($this->messages) + 1),
            'external_id' => $body['external_id'] ?? null,
            'metadata' => $body['metadata'] ?? null,
        ];
        $this->messages[] = $shared + ['id' => count($this->messages) + 1, 'status' => 'sent', 'verification_id' => $verification];
        return $shared + ['credit_balance' => $this->balance];
    }

    /** Whether the code is correct. A code is accepted only once. */
    private function isRight(array $body): bool
    {
        $isRight = ($this->codes[$body['phone']] ?? null) === $body['otp_code'];
        if ($isRight) {
            unset($this->codes[$body['phone']]);
        }
        return $isRight;
    }

    private function created(array $body): Response
    {
        if (($body['method'] ?? 'code') === 'inbound') {
            return $this->createdInbound($body);
        }
        $id = sprintf('ver_%026d', count($this->verifications) + 1);
        $sent = $this->sentMessage($body, $this->code, $id);
        $created = [
            'verification_id' => $id,
            'method' => 'code',
            'status' => 'pending',
            'expires_at' => self::expiry($body),
            'attempts_left' => $body['max_attempts'] ?? 5,
        ] + $sent;
        $channel = $body['channels'][0] ?? 'whatsapp';
        $attempt = ['channel' => $channel, 'outcome' => 'accepted', 'reason' => null];
        $this->verifications[$id] = $created + ['channel' => $channel, 'attempts' => [$attempt]];
        return self::success($created, 201);
    }

    /** The user's text never arrives: a test can only read or cancel the verification. */
    private function createdInbound(array $body): Response
    {
        $id = sprintf('ver_in_%026d', count($this->verifications) + 1);
        $text = "Masuk ke {$body['company_name']}. Kode: SANDI-00000000000000000000";
        $shared = [
            'verification_id' => $id,
            'method' => 'inbound',
            'status' => 'pending',
            'recipient' => self::mask($body['phone']),
            'expires_at' => self::expiry($body),
            'external_id' => $body['external_id'] ?? null,
            'metadata' => $body['metadata'] ?? null,
        ];
        $none = ['message_id' => null, 'reference' => null, 'channel' => null, 'attempts' => [], 'attempts_left' => 0];
        $this->verifications[$id] = $shared + $none;
        return self::success($shared + [
            'wa_number' => '628000000000',
            'message' => $text,
            'wa_link' => 'https://wa.me/628000000000?text=' . rawurlencode($text),
            'credit_used' => 0,
            'credit_balance' => $this->balance,
        ], 201);
    }

    private static function expiry(array $body): string
    {
        return gmdate('Y-m-d\TH:i:s.000\Z', time() + ($body['ttl_seconds'] ?? 600));
    }

    private static function mask(string $phone): string
    {
        return substr($phone, 0, 4) . '****' . substr($phone, -4);
    }

    private function verification(string $id, string $action, array $body): Response
    {
        if (!isset($this->verifications[$id])) {
            return self::failure(404, 'not_found');
        }
        $verification = &$this->verifications[$id];
        if ($verification['status'] !== 'pending' && in_array($action, ['check', 'resend'], true)) {
            return self::failure(409, 'verification_over');
        }
        if ($action === 'check') {
            $verification['attempts_left'] -= $body['otp_code'] === $this->code ? 0 : 1;
            $verification['status'] = match (true) {
                $body['otp_code'] === $this->code => 'approved',
                $verification['attempts_left'] === 0 => 'failed',
                default => 'pending',
            };
        } elseif ($action === 'resend') {
            $verification = $this->sentMessage($body, $this->code, $id) + $verification;
        } elseif ($action === 'cancel' && $verification['status'] === 'pending') {
            $verification['status'] = 'cancelled';
        }
        return self::success($verification);
    }

    private function message(string $id): Response
    {
        foreach ($this->messages as $message) {
            if ($message['reference'] === $id || $message['message_id'] === $id) {
                return self::success($message + ['events' => []]);
            }
        }
        return self::failure(404, 'not_found');
    }

    /**
     * @param list<array<string, mixed>> $all
     * @param array<string, mixed> $terms values of members to search by; a term that an item does not have is ignored
     */
    private function page(array $all, array $terms): Response
    {
        $found = array_filter($all, static fn (array $item): bool => array_intersect_key($terms, $item) == array_intersect_key($item, $terms));
        $limit = (int) ($terms['limit'] ?? 20);
        return self::success(['limit' => $limit, 'items' => array_slice(array_reverse($found), 0, $limit), 'next_cursor' => null]);
    }

    /** @param array<string, mixed> $data */
    private static function success(array $data, int $status = 200): Response
    {
        return self::response($status, ['success' => true, 'data' => $data]);
    }

    private static function failure(int $status, string $code): Response
    {
        return self::response($status, ['success' => false, 'message' => $code, 'code' => $code]);
    }

    /** @param array<string, mixed> $body */
    private static function response(int $status, array $body): Response
    {
        return new Response($status, [], json_encode($body, JSON_THROW_ON_ERROR));
    }
}
