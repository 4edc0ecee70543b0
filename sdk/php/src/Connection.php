<?php

declare(strict_types=1);

namespace Sandi;

/** HTTP/1.1 for one exchange, which ends at a deadline: a timeout of PHP's streams begins anew with every byte. */
final class Connection
{
    private const CHUNK = 65_536;
    /** Of a head, or of the line before a chunk. */
    private const LINE_MAX = 65_536;
    private const STEP_MICROSECONDS = 2_000;
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
        // A name with a dot at its end is the same, and in no certificate.
        $context = stream_context_create(['ssl' => ['peer_name' => rtrim(trim($host, '[]'), '.')]]);
        $stream = @stream_socket_client("tcp://$host:$port", $code, $words, $seconds, STREAM_CLIENT_CONNECT, $context);
        if ($stream === false) {
            return null;
        }
        $connection = new self($stream, $end);
        $isOpen = $scheme !== 'https' || $connection->encrypt();
        // To look up the name may have taken all of the time.
        return $isOpen && $connection->left() > 0 ? $connection : null;
    }

    /**
     * Null where no answer comes, or not to its end.
     *
     * @return ?array{status: int, headers: array<string, string>, text: string} names of headers in lower case
     */
    public function exchange(#[\SensitiveParameter] string $request): ?array
    {
        if (!$this->limit() || @fwrite($this->stream, $request) !== strlen($request)) {
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
        } while ($isEncrypted === 0 && $this->waits());
        stream_set_blocking($this->stream, true);
        return $isEncrypted === true;
    }

    /** A moment, where there is time. `stream_select` ends at a signal, and knows no numbers of files above 1,023. */
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

    /** Waits for what comes next; false where nothing does. */
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

    /** Of the next step; false where no time is left. None at all would be for ever. */
    private function limit(): bool
    {
        $left = $this->left();
        return $left > 0 && stream_set_timeout($this->stream, (int) $left, max(1, (int) (fmod($left, 1) * 1e6)));
    }

    /** Seconds. */
    private function left(): float
    {
        return $this->end - hrtime(true) / 1e9;
    }
}
