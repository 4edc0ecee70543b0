<?php
// Reads a request a line, answers with a line: what the SDK does with it.

use Sandi\Clock;
use Sandi\Errors\SandiError;
use Sandi\Sandi;
use Sandi\TestNumbers;
use Sandi\Webhooks;

require __DIR__ . '/autoload.php';

final class NoPause implements Clock
{
    // Time stands still until the SDK slept so often: then all of it is over.
    private const SLEEPS = 5;
    public array $waits = [];

    public function now(): float
    {
        return count($this->waits) < self::SLEEPS ? 0 : 1e6;
    }

    public function sleep(float $seconds): void
    {
        $this->waits[] = $seconds;
    }
}

function call(array $request): array
{
    $clock = new NoPause();
    $client = new Sandi($request['url'], $request['key'], $request['timeout'], $clock);
    [$name, $group] = array_reverse(explode('.', $request['call'])) + [1 => null];
    try {
        $value = [$group ? $client->$group : $client, $name](...$request['args']);
        return ['waits' => $clock->waits, 'value' => $value];
    } catch (SandiError $error) {
        return ['waits' => $clock->waits, 'error' => [
            'class' => (new ReflectionClass($error))->getShortName(),
            'base' => true,
            'code' => $error->errorCode,
            'status' => $error->status,
            'request_id' => $error->requestId,
            'retry_after' => $error->retryAfter,
            'fields' => $error->fields(),
            'reason' => $error->body['reason'] ?? null,
            'maybe_done' => $error->maybeDone,
            'idempotency_key' => $error->idempotencyKey,
            'message' => $error->getMessage(),
        ]];
    }
}

function verify(array $request): array
{
    ['secrets' => $secrets, 'headers' => $headers, 'body' => $body, 'now' => $now] = $request;
    try {
        return ['event' => Webhooks::verify($secrets, $headers, $body, $request['tolerance'] ?? 300, $now)];
    } catch (\Sandi\Errors\WebhookVerificationError $error) {
        return ['refused' => (new ReflectionClass($error))->getShortName()];
    }
}

function names(): array
{
    $constants = (new ReflectionClass(TestNumbers::class))->getConstants();
    return ['test_numbers' => array_change_key_case($constants)];
}

// As Laravel's: it returns nothing, and so leaves nothing to `error_get_last()`.
set_error_handler(static function (int $level, string $message, string $file, int $line): void {
    if (error_reporting() & $level) {
        throw new ErrorException($message, 0, $level, $file, $line);
    }
});
while (($line = fgets(STDIN)) !== false) {
    $request = json_decode($line, true, 512, JSON_THROW_ON_ERROR);
    echo json_encode($request['operation']($request), JSON_THROW_ON_ERROR), "\n";
}
