<?php

declare(strict_types=1);

namespace Sandi;

use InvalidArgumentException;

/** Chooses the proxy of a request by `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, in either case. */
final class Proxy
{
    private function __construct(public readonly string $host, public readonly int $port, private readonly ?ApiKey $authorization)
    {
    }

    /** @param array<string, string> $environment */
    public static function for(string $scheme, string $host, int $port, array $environment): ?self
    {
        $given = self::setting($environment, "{$scheme}_proxy");
        if ($scheme === 'http' && isset($environment['REQUEST_METHOD'])) {
            // Not `HTTP_PROXY` in a CGI program: the web server sets it from the client's header `Proxy`.
            $given = trim($environment['http_proxy'] ?? '');
        }
        $given = $given !== '' ? $given : self::setting($environment, 'all_proxy');
        if ($given === '' || self::isBypassed($host, $port, self::setting($environment, 'no_proxy'))) {
            return null;
        }
        $parts = parse_url(str_contains($given, '://') ? $given : "http://$given") ?: [];
        if (strtolower($parts['scheme'] ?? '') !== 'http' || !isset($parts['host'])) {
            throw new InvalidArgumentException(strtoupper($scheme) . '_PROXY is the address of an HTTP proxy: http://proxy.example.com:3128');
        }
        $pair = rawurldecode($parts['user'] ?? '') . ':' . rawurldecode($parts['pass'] ?? '');
        $authorization = isset($parts['user']) ? new ApiKey('Basic ' . base64_encode($pair)) : null;
        return new self($parts['host'], $parts['port'] ?? 80, $authorization);
    }

    /** @return list<string> */
    public function headers(): array
    {
        return $this->authorization === null ? [] : ['Proxy-Authorization: ' . $this->authorization->reveal()];
    }

    /** @param array<string, string> $environment */
    private static function setting(array $environment, string $name): string
    {
        $given = trim($environment[$name] ?? '');
        return $given !== '' ? $given : trim($environment[strtoupper($name)] ?? '');
    }

    private static function isBypassed(string $host, int $port, string $noProxy): bool
    {
        foreach (preg_split('/[\s,]+/', $noProxy, -1, PREG_SPLIT_NO_EMPTY) as $entry) {
            if (self::isNamed(rtrim(trim(strtolower($host), '[]'), '.'), $port, strtolower($entry))) {
                return true;
            }
        }
        return false;
    }

    /** Whether `$entry` covers a host: `*`, or a name (with subdomains), address or network, perhaps with a port. */
    private static function isNamed(string $host, int $port, string $entry): bool
    {
        if ($entry === '*') {
            return true;
        }
        if ((substr_count($entry, ':') < 2 || $entry[0] === '[') && preg_match('/^\[?(.+?)\]?(?::(\d+))?$/', $entry, $found)) {
            $entry = $found[1];
            if (isset($found[2]) && (int) $found[2] !== $port) {
                return false;
            }
        }
        if (filter_var($host, FILTER_VALIDATE_IP)) {
            return self::isInNetwork($host, $entry);
        }
        $name = trim(preg_replace('/^\*/', '', $entry), '.');
        return $name !== '' && ($host === $name || str_ends_with($host, ".$name"));
    }

    private static function isInNetwork(string $address, string $network): bool
    {
        [$base, $bits] = explode('/', $network, 2) + [1 => '128'];
        $base = filter_var($base, FILTER_VALIDATE_IP) ? (string) inet_pton($base) : '';
        $bytes = (string) inet_pton($address);
        if (strlen($base) !== strlen($bytes) || !ctype_digit($bits)) {
            return false;
        }
        $count = min((int) $bits, strlen($bytes) * 8);
        $mask = str_pad(str_repeat("\xff", intdiv($count, 8)) . ($count % 8 ? chr(0xff << 8 - $count % 8 & 0xff) : ''), strlen($bytes), "\0");
        return ($bytes & $mask) === ($base & $mask);
    }
}
