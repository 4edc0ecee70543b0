<?php

declare(strict_types=1);

namespace Sandi;

use InvalidArgumentException;
use Sandi\Errors\SandiError;

/** Sandi's API for one key. Members of messages and answers are those of the API, by its names. */
final class Sandi
{
    public readonly Messages $messages;
    public readonly Verifications $verifications;
    private readonly Http $http;

    /**
     * @param string $url where Sandi is: `https://otp.example.com`
     * @param string $apiKey `sandi_live_…` or `sandi_test_…`
     * @param float $timeout seconds that a call may take with all its repetitions
     */
    public function __construct(string $url, #[\SensitiveParameter] string $apiKey, float $timeout = 30.0, ?Clock $clock = null)
    {
        if (!preg_match('~^https?://~', $url)) {
            throw new InvalidArgumentException('url is where Sandi is: https://…');
        }
        if (!preg_match('/^[\x21-\x7e]+\z/', $apiKey)) {
            throw new InvalidArgumentException('apiKey is a key of Sandi: sandi_live_… or sandi_test_…');
        }
        $this->http = new Http(rtrim($url, '/'), $apiKey, $timeout, $clock ?? new SystemClock());
        $this->messages = new Messages($this->http);
        $this->verifications = new Verifications($this->http);
    }

    /**
     * Sends a code. Repetitions carry the same Idempotency-Key, so that nothing is sent or charged twice. Where nobody
     * can say whether it was sent, the status is `unknown`; every refusal is thrown.
     *
     * @param ?array<string, string> $metadata
     * @return array<string, mixed> `status` `sent`: `reference`, `message_id`, `recipient`, `credit_used`,
     *   `credit_balance`, `external_id`, `metadata`; `status` `unknown`: `reference` (null where no answer came), `reason`,
     *   `code`, `idempotency_key`, `external_id`, `metadata`
     */
    public function send(
        string $phone,
        #[\SensitiveParameter] string $otp_code,
        string $company_name,
        ?string $language = null,
        ?string $external_id = null,
        ?array $metadata = null,
        ?string $idempotency_key = null,
    ): array {
        $key = Idempotency::key($idempotency_key);
        $body = Idempotency::given([
            'phone' => $phone,
            'otp_code' => $otp_code,
            'company_name' => $company_name,
            'language' => $language,
            'external_id' => $external_id,
            'metadata' => $metadata === null ? null : (object) $metadata,
        ]);
        try {
            return ['status' => 'sent'] + $this->http->request('POST', '/api/otp/send', $body, $key);
        } catch (SandiError $error) {
            return ['status' => 'unknown'] + Idempotency::unknownOr($error, $key, $external_id, $metadata);
        }
    }

    /** Whether the code is the one that was sent to the phone; true once. */
    public function check(string $phone, #[\SensitiveParameter] string $otp_code): bool
    {
        $body = ['phone' => $phone, 'otp_code' => $otp_code];
        // A right code is right once: repeated, it would be wrong.
        return $this->http->request('POST', '/api/otp/check', $body, evenIfBegun: false)['valid'];
    }

    /** `$messages`, for Laravel's facade, which hands on calls alone. */
    public function messages(): Messages
    {
        return $this->messages;
    }

    /** `$verifications`, as `messages()`. */
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
