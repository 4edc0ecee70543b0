<?php

declare(strict_types=1);

namespace Sandi;

/** The default transport of a client. Reuses its connection, and uses the proxy of the environment. */
final class Sockets implements Transport
{
    private readonly string $scheme;
    private readonly string $host;
    private readonly int $port;
    private readonly ?Proxy $proxy;
    private ?Connection $idle = null;

    public function __construct(string $url)
    {
        $parts = parse_url($url) ?: [];
        $this->scheme = strtolower($parts['scheme'] ?? '');
        $this->host = $parts['host'] ?? '';
        $this->port = $parts['port'] ?? ($this->scheme === 'https' ? 443 : 80);
        $this->proxy = Proxy::for($this->scheme, $this->host, $this->port, getenv() + $_SERVER);
    }

    public function send(Request $request, float $seconds): Response
    {
        $connection = $this->idle;
        $this->idle = null;
        // Not for requests that must not be sent twice: the server may be closing a kept connection.
        if (!$request->isRepeatable || !$connection?->isUsable($seconds)) {
            $connection = Connection::open($this->scheme, $this->host, $this->port, $seconds, $this->proxy)
                ?? throw new TransportError('No connection.', false);
        }
        $response = $connection->exchange($this->textOf($request)) ?? throw new TransportError('No response.', true);
        $this->idle = $connection->isKept() ? $connection : null;
        return $response;
    }

    private function textOf(Request $request): string
    {
        $parts = parse_url($request->url) ?: [];
        $target = ($parts['path'] ?? '/') . (isset($parts['query']) ? "?$parts[query]" : '');
        $isForwarded = $this->proxy !== null && $this->scheme === 'http';
        $usualPort = $this->scheme === 'https' ? 443 : 80;
        $lines = [
            "$request->method " . ($isForwarded ? $request->url : $target) . ' HTTP/1.1',
            'Host: ' . $this->host . ($this->port === $usualPort ? '' : ":$this->port"),
            ...($isForwarded ? $this->proxy->headers() : []),
        ];
        foreach ($request->headers() as $name => $value) {
            $lines[] = "$name: $value";
        }
        $body = $request->body();
        if ($body !== null) {
            $lines[] = 'Content-Length: ' . strlen($body);
        }
        return implode("\r\n", [...$lines, '', (string) $body]);
    }
}
