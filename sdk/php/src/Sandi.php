<?php

declare(strict_types=1);

namespace Sandi;

use InvalidArgumentException;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Sandi\Errors\SandiError;

/**
 * Sandi's API for one key. Messages and responses have the members of the API, with the same names.
 *
 * In tests, `Sandi::fake()` is a client that sends nothing.
 */
class Sandi
{
    public readonly Messages $messages;
    public readonly Verifications $verifications;
    private readonly Http $http;

    /**
     * @param string|false|null $url the address of Sandi: `https://otp.example.com`
     * @param string|false|null $apiKey `sandi_live_…` or `sandi_test_…`
     * @param float $timeout time limit of a call including retries, in seconds
     * @param ?ClientInterface $httpClient a PSR-18 client, in place of sockets; set its timeouts to 20 seconds at most
     * @param ?RequestFactoryInterface $requestFactory the PSR-17 factory for that client; default: that of nyholm/psr7
     *   or guzzlehttp/psr7, if installed
     * @param ?Transport $transport your own transport, in place of both
     */
    public function __construct(
        string|false|null $url,
        #[\SensitiveParameter] string|false|null $apiKey,
        float $timeout = 30.0,
        ?Clock $clock = null,
        ?ClientInterface $httpClient = null,
        ?RequestFactoryInterface $requestFactory = null,
        ?StreamFactoryInterface $streamFactory = null,
        ?Transport $transport = null,
    ) {
        $url = rtrim(trim((string) $url), '/');
        if (!preg_match('~^https?://[^/]~i', $url)) {
            throw new InvalidArgumentException('url is where Sandi is: https://…');
        }
        if ((string) $apiKey === '') {
            throw new InvalidArgumentException('apiKey is not set: sandi_live_… or sandi_test_… (is the environment variable there?)');
        }
        if (!preg_match('/^[\x21-\x7e]+\z/', $apiKey)) {
            throw new InvalidArgumentException('apiKey is a key of Sandi: sandi_live_… or sandi_test_…');
        }
        if (!($timeout > 0)) {
            throw new InvalidArgumentException('timeout is a number of seconds above 0.');
        }
        $transport ??= $httpClient === null
            ? new Sockets($url)
            : new Psr18Transport($httpClient, $requestFactory, $streamFactory);
        $this->http = new Http($url, $apiKey, $timeout, $clock ?? new SystemClock(), $transport);
        $this->messages = new Messages($this->http);
        $this->verifications = new Verifications($this->http);
    }

    /** A client for tests: it sends nothing, and responds like Sandi. */
    public static function fake(): FakeSandi
    {
        return new FakeSandi();
    }

    /**
     * Sends a code. Retries have the same Idempotency-Key, so that nothing is sent or charged twice. If the outcome is
     * unknown, `status` is `unknown`. Every other failure is thrown.
     *
     * @param ?array<string, string> $metadata
     * @param ?list<string> $channels some of `whatsapp`, `sms`, `telegram`, tried in this order: the next one only if
     *   the last one certainly did not send; default: WhatsApp
     * @param ?array<string, string> $client the device of your user, for the guard against fraud: `ip`, `user_agent`,
     *   `device_id`, `platform`, `app_version`
     * @return array<string, mixed> `status` `sent`: `reference`, `message_id`, `recipient`, `credit_used`,
     *   `credit_balance`, `external_id`, `metadata`, with `channels` also `channel`, `attempts`; `status` `unknown`:
     *   `reference` (null without a response), `reason`, `code`, `idempotency_key`, `external_id`, `metadata`
     */
    public function send(
        string $phone,
        #[\SensitiveParameter] string $otp_code,
        string $company_name,
        ?string $language = null,
        ?string $external_id = null,
        ?array $metadata = null,
        ?string $idempotency_key = null,
        ?array $channels = null,
        ?array $client = null,
    ): array {
        $key = Idempotency::key($idempotency_key);
        $body = Idempotency::given([
            'phone' => $phone,
            'otp_code' => $otp_code,
            'company_name' => $company_name,
            'language' => $language,
            'external_id' => $external_id,
            'metadata' => $metadata === null ? null : (object) $metadata,
            'channels' => $channels,
            'client' => $client === null ? null : (object) $client,
        ]);
        try {
            return ['status' => 'sent'] + $this->http->request('POST', '/api/otp/send', $body, $key);
        } catch (SandiError $error) {
            return ['status' => 'unknown'] + Idempotency::unknownOr($error, $key, $external_id, $metadata);
        }
    }

    /** Whether the code matches the one sent to the phone. A code is accepted only once. */
    public function check(string $phone, #[\SensitiveParameter] string $otp_code): bool
    {
        $body = ['phone' => $phone, 'otp_code' => $otp_code];
        // Not retried if it may have reached Sandi: a second check of a correct code returns false.
        return $this->http->request('POST', '/api/otp/check', $body, evenIfBegun: false)['valid'];
    }

    /** The same as `$messages`, for Laravel's facade, which forwards only calls of methods. */
    public function messages(): Messages
    {
        return $this->messages;
    }

    /** The same as `$verifications`, for Laravel's facade. */
    public function verifications(): Verifications
    {
        return $this->verifications;
    }

    /** @return array{credit_balance: int, currency: string, rate: string} */
    public function credit(): array
    {
        return $this->http->request('GET', '/api/otp/credit');
    }
}
