<?php

declare(strict_types=1);

namespace Sandi;

/** One attempt of a request, for a transport. */
final class Request
{
    /**
     * @param array<string, string> $headers
     * @param bool $isRepeatable whether it is safe to send it twice
     */
    public function __construct(
        public readonly string $method,
        public readonly string $url,
        #[\SensitiveParameter] private readonly array $headers,
        #[\SensitiveParameter] private readonly ?string $body,
        public readonly bool $isRepeatable,
    ) {
    }

    /** @return array<string, string> one of them contains the API key */
    public function headers(): array
    {
        return $this->headers;
    }

    public function body(): ?string
    {
        return $this->body;
    }

    /** Leaves out the API key, phones and codes. */
    public function __debugInfo(): array
    {
        return ['method' => $this->method, 'url' => $this->url];
    }
}
