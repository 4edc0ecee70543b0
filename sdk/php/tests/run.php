<?php

// Tests of the PHP SDK only; the shared vectors test the rest. Run: php tests/run.php

declare(strict_types=1);

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Psr\Http\Message\StreamInterface;
use Sandi\Errors\NoAnswerError;
use Sandi\Errors\RecipientLimitedError;
use Sandi\Errors\SandiError;
use Sandi\FakeSandi;
use Sandi\Proxy;
use Sandi\Request;
use Sandi\Response;
use Sandi\Sandi;
use Sandi\Transport;
use Sandi\TransportError;
use Sandi\Webhooks;

spl_autoload_register(static function (string $class): void {
    $file = dirname(__DIR__) . '/src/' . strtr(substr($class, strlen('Sandi\\')), '\\', '/') . '.php';
    is_file($file) && require $file;
});
require dirname(__DIR__) . '/errors/errors.php';
require __DIR__ . '/psr.php';

const KEY = 'sandi_live_SECRET';
const MESSAGE = ['phone' => '081234567890', 'otp_code' => '482913', 'company_name' => 'Toko'];

function same(mixed $expected, mixed $actual): void
{
    if ($expected !== $actual) {
        throw new LogicException('Expected ' . var_export($expected, true) . ', got ' . var_export($actual, true));
    }
}

/** @param class-string<Throwable> $class */
function thrown(string $class, callable $work): Throwable
{
    try {
        $work();
    } catch (Throwable $error) {
        return $error instanceof $class ? $error : throw $error;
    }
    throw new LogicException("Expected $class.");
}

final class Text implements StreamInterface
{
    public function __construct(private readonly string $text)
    {
    }

    public function __toString(): string
    {
        return $this->text;
    }
}

/** A PSR-18 client with its factories. It responds without a network. */
final class Client implements ClientInterface, RequestFactoryInterface, StreamFactoryInterface, RequestInterface, ResponseInterface
{
    public array $sent = [];
    public ?Throwable $failure = null;
    private array $request = [];

    public function createRequest(string $method, $uri): RequestInterface
    {
        $this->request = ['method' => $method, 'url' => $uri];
        return $this;
    }

    public function createStream(string $content = ''): StreamInterface
    {
        return new Text($content);
    }

    public function withHeader(string $name, $value)
    {
        $this->request['headers'][$name] = $value;
        return $this;
    }

    public function withBody(StreamInterface $body)
    {
        $this->request['body'] = (string) $body;
        return $this;
    }

    public function sendRequest(RequestInterface $request): ResponseInterface
    {
        $this->sent[] = $this->request;
        return $this->failure === null ? $this : throw $this->failure;
    }

    public function getStatusCode(): int
    {
        return 200;
    }

    public function getHeaders(): array
    {
        return ['X-Request-Id' => ['a']];
    }

    public function getBody(): StreamInterface
    {
        return new Text('{"success":true,"data":{"credit_balance":7}}');
    }
}

final class Lost implements Transport
{
    public function send(Request $request, float $seconds): Response
    {
        throw new TransportError('cut', true);
    }
}

$tests = [
    'nothing shows the key' => static function (): void {
        $sandi = new Sandi('https://otp.example.com', KEY);
        foreach ([$sandi, $sandi->messages, $sandi->verifications, [clone $sandi]] as $each) {
            ob_start();
            var_dump($each);
            print_r($each);
            var_export($each);
            $shown = ob_get_clean() . json_encode($each) . print_r((array) $each, true);
            same(false, str_contains($shown, 'SECRET'));
            $error = thrown(LogicException::class, static fn () => serialize($each));
            same(true, str_contains($error->getMessage(), 'serialized'));
        }
    },
    'a key or an address that is not set is refused in words' => static function (): void {
        foreach ([null, false, '', KEY . "\n"] as $key) {
            $error = thrown(InvalidArgumentException::class, static fn () => new Sandi('https://otp.example.com', $key));
            same(true, str_starts_with($error->getMessage(), 'apiKey is'));
            same(false, str_contains((string) $error, 'SECRET'));
        }
        foreach ([null, false, '', 'otp.example.com', 'https://'] as $url) {
            thrown(InvalidArgumentException::class, static fn () => new Sandi($url, KEY));
        }
    },
    'a line break behind the address is none of its path' => static function (): void {
        $client = new Client();
        (new Sandi("https://otp.example.com/\n", KEY, httpClient: $client))->credit();
        same('https://otp.example.com/api/otp/credit', $client->sent[0]['url']);
    },
    'a PSR-18 client carries the requests' => static function (): void {
        $client = new Client();
        $sandi = new Sandi('https://otp.example.com/sandi/', KEY, httpClient: $client);
        same(['credit_balance' => 7], $sandi->credit());
        $sandi->send(...MESSAGE, idempotency_key: 'mine');
        [$read, $sent] = $client->sent;
        same(['GET', 'https://otp.example.com/sandi/api/otp/credit'], [$read['method'], $read['url']]);
        same('Bearer ' . KEY, $sent['headers']['Authorization']);
        same('mine', $sent['headers']['Idempotency-Key']);
        same(MESSAGE, json_decode($sent['body'], true));
    },
    'where it fails nobody knows' => static function (): void {
        $client = new Client();
        $client->failure = new class ('cut') extends RuntimeException implements ClientExceptionInterface {
        };
        $sandi = new Sandi('https://otp.example.com', KEY, 0.5, httpClient: $client);
        same('unknown', $sandi->send(...MESSAGE)['status']);
        same(1, count($client->sent));
    },
    'every error has the idempotency key' => static function (): void {
        $sandi = new Sandi('https://otp.example.com', KEY, 0.5, transport: new Lost());
        $error = thrown(NoAnswerError::class, static fn () => $sandi->verifications->create('081234567890', 'Toko', idempotency_key: 'mine'));
        same(['mine', true], [$error->idempotencyKey, $error->maybeDone]);
        $error = thrown(NoAnswerError::class, static fn () => $sandi->verifications->create('081234567890', 'Toko'));
        same(1, preg_match('/^[0-9a-f]{32}$/', $error->idempotencyKey));
        same(null, thrown(NoAnswerError::class, static fn () => $sandi->credit())->idempotencyKey);
    },
    'a parsed webhook is refused in words' => static function (): void {
        foreach ([['type' => 'otp.sent'], null, new stdClass()] as $body) {
            $error = thrown(InvalidArgumentException::class, static fn () => Webhooks::verify('whsec_AAAA', [], $body));
            same(true, str_contains($error->getMessage(), 'raw body'));
        }
    },
    'a fake sends and checks' => static function (): void {
        $sandi = Sandi::fake();
        same(true, $sandi instanceof Sandi);
        same('sent', $sandi->send(...MESSAGE)['status']);
        same([false, true, false], array_map(static fn ($code) => $sandi->check('081234567890', $code), ['000000', '482913', '482913']));
        same([MESSAGE], $sandi->sent());
        same(99_800, $sandi->credit()['credit_balance']);
        same('0812****7890', $sandi->messages->search(phone: '081234567890')['items'][0]['recipient']);
    },
    'and plays verifications' => static function (): void {
        $sandi = Sandi::fake();
        ['verification_id' => $id, 'reference' => $reference] = $sandi->verifications->create('081234567890', 'Toko', external_id: 'a');
        same('pending', $sandi->verifications->check($id, '000000')['status']);
        same($id, $sandi->verifications->list(external_id: 'a')['items'][0]['verification_id']);
        same($id, $sandi->messages->get($reference)['verification_id']);
        same('sent', $sandi->verifications->resend($id, '081234567890')['delivery']);
        same('approved', $sandi->verifications->check($id, FakeSandi::CODE)['status']);
        same('verification_over', thrown(SandiError::class, static fn () => $sandi->verifications->check($id, FakeSandi::CODE))->errorCode);
        same('not_found', thrown(SandiError::class, static fn () => $sandi->verifications->get('ver_x'))->errorCode);
    },
    'and fails as configured' => static function (): void {
        $sandi = Sandi::fake()->failNext('recipient_limited', 429)->loseNext()->failNext('rate_limited', 429);
        same(429, thrown(RecipientLimitedError::class, static fn () => $sandi->send(...MESSAGE))->status);
        same('unknown', $sandi->send(...MESSAGE)['status']);
        thrown(SandiError::class, static fn () => $sandi->credit());
        same(['sent', 'sent'], [$sandi->send(...MESSAGE, idempotency_key: 'a')['status'], $sandi->send(...MESSAGE, idempotency_key: 'a')['status']]);
        same(99_800, $sandi->credit()['credit_balance']);
    },
    'the environment says which proxy is taken, and by whom' => static function (): void {
        $all = ['HTTPS_PROXY' => 'http://u:p%20@proxy.test:3128', 'HTTP_PROXY' => 'proxy.test'];
        same('proxy.test', Proxy::for('https', 'otp.test', 443, $all)?->host);
        same(['Proxy-Authorization: Basic dTpwIA=='], Proxy::for('https', 'otp.test', 443, $all)->headers());
        same(80, Proxy::for('http', 'otp.test', 80, $all)?->port);
        same(null, Proxy::for('http', 'otp.test', 80, $all + ['REQUEST_METHOD' => 'GET']));
        same(null, Proxy::for('https', 'otp.test', 443, []));
        thrown(InvalidArgumentException::class, static fn () => Proxy::for('https', 'otp.test', 443, ['https_proxy' => 'socks5://a']));
        $isDirect = static fn (string $host, string $entry): bool => Proxy::for('https', $host, 443, $all + ['NO_PROXY' => $entry]) === null;
        $direct = [
            ['otp.test', '*'], ['otp.test', 'other.test, OTP.test'], ['a.otp.test', 'otp.test'], ['a.otp.test', '.otp.test'],
            ['a.otp.test', '*.otp.test'], ['otp.test', 'otp.test:443'], ['10.1.2.3', '10.0.0.0/8'], ['10.1.2.3', '10.1.0.0/15'],
            ['[::1]', '::1'], ['[::1]', '[::1]:443'], ['127.0.0.1', 'localhost,127.0.0.1'],
        ];
        foreach ($direct as [$host, $entry]) {
            same([$host, $entry, true], [$host, $entry, $isDirect($host, $entry)]);
        }
        foreach ([['otp.test', ''], ['notp.test', 'otp.test'], ['otp.test', 'otp.test:80'], ['11.0.0.1', '10.0.0.0/8'], ['10.2.0.1', '10.1.0.0/16']] as [$host, $entry]) {
            same([$host, $entry, false], [$host, $entry, $isDirect($host, $entry)]);
        }
    },
];
foreach ($tests as $name => $test) {
    try {
        $test();
    } catch (Throwable $error) {
        fwrite(STDERR, "$name: $error\n");
        exit(1);
    }
}
echo count($tests), " tests passed\n";
