<?php

// The parts of the interfaces of PSR-7, 17 and 18 that the SDK uses. So its tests need no packages.

namespace Psr\Http\Message {
    interface StreamInterface
    {
        public function __toString(): string;
    }

    interface RequestInterface
    {
        public function withHeader(string $name, $value);

        public function withBody(StreamInterface $body);
    }

    interface ResponseInterface
    {
        public function getStatusCode(): int;

        public function getHeaders(): array;

        public function getBody(): StreamInterface;
    }

    interface RequestFactoryInterface
    {
        public function createRequest(string $method, $uri): RequestInterface;
    }

    interface StreamFactoryInterface
    {
        public function createStream(string $content = ''): StreamInterface;
    }
}

namespace Psr\Http\Client {
    use Psr\Http\Message\RequestInterface;
    use Psr\Http\Message\ResponseInterface;

    interface ClientExceptionInterface extends \Throwable
    {
    }

    interface ClientInterface
    {
        public function sendRequest(RequestInterface $request): ResponseInterface;
    }
}
