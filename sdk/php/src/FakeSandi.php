<?php

declare(strict_types=1);

namespace Sandi;

/** A client for tests: it sends nothing, and responds like Sandi. `Sandi::fake()` makes one. */
final class FakeSandi extends Sandi
{
    /** The code of every verification. */
    public const CODE = '123456';
    /** Too short for retries, so that a failure is thrown at once. */
    private const TIMEOUT = 0.001;
    private readonly FakeServer $server;

    public function __construct()
    {
        $this->server = new FakeServer(self::CODE);
        parent::__construct('https://sandi.test', 'sandi_test_fake', self::TIMEOUT, transport: $this->server);
    }

    /**
     * The next call fails, for example with `recipient_limited`.
     *
     * @param array<string, mixed> $body further members of the failure, such as `fields` or `credit_balance`
     */
    public function failNext(string $code, int $status = 400, array $body = []): self
    {
        $this->server->failures[] = ['success' => false, 'message' => $code, 'code' => $code, ...$body, 'status' => $status];
        return $this;
    }

    /** The response to the next call is lost: the message may have been sent. */
    public function loseNext(): self
    {
        $this->server->failures[] = null;
        return $this;
    }

    /**
     * The requests so far.
     *
     * @param ?string $path only requests of this path, such as `/api/otp/send`
     * @return list<array{method: string, path: string, body: array<string, mixed>, idempotency_key: ?string}>
     */
    public function requests(?string $path = null): array
    {
        return array_values(array_filter($this->server->requests, static fn (array $each): bool => $path === null || $each['path'] === $path));
    }

    /** @return list<array<string, mixed>> the messages of `send`, as they were given */
    public function sent(): array
    {
        return array_column($this->requests('/api/otp/send'), 'body');
    }
}
