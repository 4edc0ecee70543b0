<?php

declare(strict_types=1);

namespace Sandi;

/** HTTP/1.1 with a deadline for each exchange. (The timeout of PHP's streams starts again with every byte.) */
final class Connection
{
    private const CHUNK = 65_536;
    /** The longest head of a response, and the longest line before a chunk. */
    private const LINE_MAX = 65_536;
    private const STEP_MICROSECONDS = 2_000;
    /** Seconds that a connection is kept. A server without `Keep-Alive: timeout` often closes it after 5 seconds. */
    private const IDLE_USUAL = 4;
    private const IDLE_LONGEST = 60;
    private string $arrived = '';
    /** Until when the connection may be used again; 0 before the first exchange has succeeded. */
    private float $idleUntil = 0.0;
    private readonly int|false $process;

    /**
     * @param resource $stream
     * @param float $end the deadline, by the system's clock: streams know no other
     */
    private function __construct(private $stream, private float $end)
    {
        $this->process = getmypid();
    }

    /** Opens a connection. Null if that fails; nothing was sent then. */
    public static function open(string $scheme, string $host, int $port, float $seconds, ?Proxy $proxy = null): ?self
    {
        $end = hrtime(true) / 1e9 + $seconds;
        // Without a final dot, which certificates do not have.
        $context = stream_context_create(['ssl' => ['peer_name' => rtrim(trim($host, '[]'), '.')]]);
        $address = $proxy === null ? "$host:$port" : "$proxy->host:$proxy->port";
        $stream = @stream_socket_client("tcp://$address", $code, $words, $seconds, STREAM_CLIENT_CONNECT, $context);
        if ($stream === false) {
            return null;
        }
        $connection = new self($stream, $end);
        $isOpen = $scheme !== 'https' || (($proxy === null || $connection->tunnel("$host:$port", $proxy)) && $connection->encrypt());
        // The name look-up may have taken all of the time.
        return $isOpen && $connection->left() > 0 ? $connection : null;
    }

    /** Sends a request and returns the response. Null if none arrives, or not completely. */
    public function exchange(#[\SensitiveParameter] string $request): ?Response
    {
        $this->idleUntil = 0.0;
        if (!$this->limit() || @fwrite($this->stream, $request) !== strlen($request)) {
            return null;
        }
        do {
            $head = $this->until("\r\n\r\n");
            if ($head === null || !preg_match('~^HTTP/1\.(\d) (\d{3})~', $head, $found)) {
                return null;
            }
            // A status below 200 is an interim response.
            $status = (int) $found[2];
        } while ($status < 200);
        $headers = self::headers($head);
        $text = $status === 204 || $status === 304 ? '' : $this->body($headers);
        if ($text === null) {
            return null;
        }
        $this->idleUntil = $found[1] === '0' ? 0.0 : $this->idleUntil($headers);
        return new Response($status, $headers, $text);
    }

    public function isKept(): bool
    {
        return $this->idleUntil > 0.0;
    }

    /** Sets the next deadline. False if the server has closed the connection or sent anything without a request. */
    public function isUsable(float $seconds): bool
    {
        // A forked process must not use its parent's socket.
        if (hrtime(true) / 1e9 >= $this->idleUntil || getmypid() !== $this->process) {
            return false;
        }
        stream_set_blocking($this->stream, false);
        $isSilent = @fread($this->stream, 1) === '' && !feof($this->stream);
        stream_set_blocking($this->stream, true);
        $this->end = hrtime(true) / 1e9 + $seconds;
        return $isSilent;
    }

    /** @param array<string, string> $headers */
    private function idleUntil(array $headers): float
    {
        $hasEnd = isset($headers['content-length']) || isset($headers['transfer-encoding']);
        if ($this->arrived !== '' || !$hasEnd || str_contains(strtolower($headers['connection'] ?? ''), 'close')) {
            return 0.0;
        }
        $isGiven = preg_match('/timeout=(\d{1,5})/', $headers['keep-alive'] ?? '', $found);
        $seconds = $isGiven ? min((int) $found[1] - 1, self::IDLE_LONGEST) : self::IDLE_USUAL;
        return $seconds > 0 ? hrtime(true) / 1e9 + $seconds : 0.0;
    }

    private function tunnel(string $target, Proxy $proxy): bool
    {
        $lines = ["CONNECT $target HTTP/1.1", "Host: $target", ...$proxy->headers(), '', ''];
        if (!$this->limit() || @fwrite($this->stream, implode("\r\n", $lines)) === false) {
            return false;
        }
        $head = $this->until("\r\n\r\n");
        return $head !== null && preg_match('~^HTTP/1\.\d 2\d\d~', $head) === 1 && $this->arrived === '';
    }

    private function encrypt(): bool
    {
        // Non-blocking: otherwise encryption would have the whole timeout again.
        stream_set_blocking($this->stream, false);
        do {
            $isEncrypted = @stream_socket_enable_crypto(
                $this->stream,
                true,
                STREAM_CRYPTO_METHOD_TLSv1_2_CLIENT | STREAM_CRYPTO_METHOD_TLSv1_3_CLIENT,
            );
        } while ($isEncrypted === 0 && $this->waits());
        stream_set_blocking($this->stream, true);
        return $isEncrypted === true;
    }

    /** Waits a moment; false if no time is left. (`stream_select` ends at signals, and fails for files above 1,023.) */
    private function waits(): bool
    {
        usleep(self::STEP_MICROSECONDS);
        return $this->left() > 0;
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
            // A body without a length ends with the connection.
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
            if (strlen($this->arrived) > self::LINE_MAX || !$this->more()) {
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

    /** Waits for more bytes; false if the connection or the time has ended. */
    private function more(): bool
    {
        if (!$this->limit()) {
            return false;
        }
        $bytes = (string) @fread($this->stream, self::CHUNK);
        $this->arrived .= $bytes;
        ['eof' => $isAtEnd, 'timed_out' => $isLate] = stream_get_meta_data($this->stream);
        return $bytes !== '' || (!$isAtEnd && !$isLate);
    }

    /** Sets the timeout of the next step; false if no time is left. (A timeout of 0 would never end.) */
    private function limit(): bool
    {
        $left = $this->left();
        return $left > 0 && stream_set_timeout($this->stream, (int) $left, max(1, (int) (fmod($left, 1) * 1e6)));
    }

    /** The seconds that are left until the deadline. */
    private function left(): float
    {
        return $this->end - hrtime(true) / 1e9;
    }
}
