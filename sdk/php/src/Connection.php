<?php

declare(strict_types=1);

namespace Sandi;

/** HTTP/1.1 for one exchange, which ends at a deadline: a timeout of PHP's streams begins anew with every byte. */
final class Connection
{
    private const CHUNK = 65_536;
    private string $arrived = '';

    /**
     * @param resource $stream
     * @param float $end by the clock of the system, as no other moves a stream
     */
    private function __construct(private $stream, private readonly float $end)
    {
    }

    /** Null where no connection comes to be: then nothing was sent. */
    public static function open(string $scheme, string $host, int $port, float $seconds): ?self
    {
        $end = hrtime(true) / 1e9 + $seconds;
        $context = stream_context_create(['ssl' => ['peer_name' => trim($host, '[]')]]);
        $stream = @stream_socket_client("tcp://$host:$port", $code, $words, $seconds, STREAM_CLIENT_CONNECT, $context);
        if ($stream === false) {
            return null;
        }
        $connection = new self($stream, $end);
        return $scheme !== 'https' || $connection->encrypt() ? $connection : null;
    }

    /**
     * Null where no answer comes, or not to its end.
     *
     * @return ?array{status: int, headers: array<string, string>, text: string} names of headers in lower case
     */
    public function exchange(#[\SensitiveParameter] string $request): ?array
    {
        $this->limit();
        if (@fwrite($this->stream, $request) !== strlen($request)) {
            return null;
        }
        do {
            $head = $this->until("\r\n\r\n");
            if ($head === null || !preg_match('~^HTTP/1\.\d (\d{3})~', $head, $found)) {
                return null;
            }
            // Below 200 it is a word in between.
            $status = (int) $found[1];
        } while ($status < 200);
        $headers = self::headers($head);
        $text = $status === 204 || $status === 304 ? '' : $this->body($headers);
        return $text === null ? null : ['status' => $status, 'headers' => $headers, 'text' => $text];
    }

    private function encrypt(): bool
    {
        // Else it would have the whole time again.
        stream_set_blocking($this->stream, false);
        do {
            $isEncrypted = @stream_socket_enable_crypto(
                $this->stream,
                true,
                STREAM_CRYPTO_METHOD_TLSv1_2_CLIENT | STREAM_CRYPTO_METHOD_TLSv1_3_CLIENT,
            );
        } while ($isEncrypted === 0 && $this->comes());
        stream_set_blocking($this->stream, true);
        return $isEncrypted === true;
    }

    private function comes(): bool
    {
        [$read, $none] = [[$this->stream], null];
        [$seconds, $microseconds] = $this->left();
        return @stream_select($read, $none, $none, $seconds, $microseconds) > 0;
    }

    /** @return array<string, string> */
    private static function headers(string $head): array
    {
        $headers = [];
        foreach (array_slice(explode("\r\n", $head), 1) as $line) {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $headers[strtolower($name)] = trim($value);
        }
        return $headers;
    }

    /** @param array<string, string> $headers */
    private function body(array $headers): ?string
    {
        if (str_contains(strtolower($headers['transfer-encoding'] ?? ''), 'chunked')) {
            return $this->chunks();
        }
        if (isset($headers['content-length'])) {
            return $this->bytes((int) $headers['content-length']);
        }
        while ($this->more()) {
            // What has no length goes on until the connection ends.
        }
        return stream_get_meta_data($this->stream)['eof'] ? $this->arrived : null;
    }

    private function chunks(): ?string
    {
        $text = '';
        do {
            $line = $this->until("\r\n");
            if ($line === null || !preg_match('/^[0-9a-f]{1,8}(?![0-9a-f])/i', $line, $found)) {
                return null;
            }
            $length = (int) hexdec($found[0]);
            $chunk = $this->bytes($length + 2);
            $text .= substr((string) $chunk, 0, $length);
        } while ($length > 0 && $chunk !== null);
        return $chunk === null ? null : $text;
    }

    private function until(string $end): ?string
    {
        while (($length = strpos($this->arrived, $end)) === false) {
            if (!$this->more()) {
                return null;
            }
        }
        return substr((string) $this->bytes($length + strlen($end)), 0, $length);
    }

    private function bytes(int $length): ?string
    {
        while (strlen($this->arrived) < $length) {
            if (!$this->more()) {
                return null;
            }
        }
        $bytes = substr($this->arrived, 0, $length);
        $this->arrived = substr($this->arrived, $length);
        return $bytes;
    }

    /** Waits for what comes next; false where nothing does. */
    private function more(): bool
    {
        if ($this->left() === [0, 0]) {
            return false;
        }
        $this->limit();
        $bytes = (string) @fread($this->stream, self::CHUNK);
        $this->arrived .= $bytes;
        ['eof' => $isAtEnd, 'timed_out' => $isLate] = stream_get_meta_data($this->stream);
        return $bytes !== '' || (!$isAtEnd && !$isLate);
    }

    private function limit(): void
    {
        stream_set_timeout($this->stream, ...$this->left());
    }

    /** @return array{int, int} seconds and microseconds */
    private function left(): array
    {
        $left = max(0, $this->end - hrtime(true) / 1e9);
        return [(int) $left, (int) (fmod($left, 1) * 1e6)];
    }
}
