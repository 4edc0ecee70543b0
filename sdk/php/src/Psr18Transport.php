<?php

declare(strict_types=1);

namespace Sandi;

use InvalidArgumentException;
use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/** Sends requests with the caller's HTTP client, which has its own timeouts, proxy and connections. */
final class Psr18Transport implements Transport
{
    /** Factories that most projects have. */
    private const FACTORIES = ['Nyholm\Psr7\Factory\Psr17Factory', 'GuzzleHttp\Psr7\HttpFactory', 'Laminas\Diactoros\RequestFactory', 'Laminas\Diactoros\StreamFactory'];
    private readonly RequestFactoryInterface $requests;
    private readonly StreamFactoryInterface $streams;

    public function __construct(
        private readonly ClientInterface $client,
        ?RequestFactoryInterface $requestFactory = null,
        ?StreamFactoryInterface $streamFactory = null,
    ) {
        $this->requests = $requestFactory ?? self::factory($client, RequestFactoryInterface::class, 'requestFactory');
        $this->streams = $streamFactory ?? ($this->requests instanceof StreamFactoryInterface
            ? $this->requests
            : self::factory($client, StreamFactoryInterface::class, 'streamFactory'));
    }

    public function send(Request $request, float $seconds): Response
    {
        $message = $this->requests->createRequest($request->method, $request->url);
        foreach ($request->headers() as $name => $value) {
            $message = $message->withHeader($name, $value);
        }
        if ($request->body() !== null) {
            $message = $message->withBody($this->streams->createStream($request->body()));
        }
        try {
            $response = $this->client->sendRequest($message);
            $headers = [];
            foreach ($response->getHeaders() as $name => $values) {
                $headers[strtolower((string) $name)] = implode(', ', $values);
            }
            return new Response($response->getStatusCode(), $headers, (string) $response->getBody());
        } catch (ClientExceptionInterface | \RuntimeException $error) {
            // PSR-18 does not tell whether a connection was made, so the request may have arrived. The client's error
            // is not passed on as `previous`: it may contain the request with the API key.
            throw new TransportError($error::class . ': ' . $error->getMessage(), true);
        }
    }

    private static function factory(ClientInterface $client, string $interface, string $argument): object
    {
        if ($client instanceof $interface) {
            return $client;
        }
        foreach (self::FACTORIES as $class) {
            if (class_exists($class) && is_subclass_of($class, $interface)) {
                return new $class();
            }
        }
        throw new InvalidArgumentException("$argument is missing: a PSR-17 factory, for example of nyholm/psr7 or guzzlehttp/psr7.");
    }
}
