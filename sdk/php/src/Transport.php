<?php

declare(strict_types=1);

namespace Sandi;

/** Sends one request once, and follows no redirect. */
interface Transport
{
    /**
     * @param float $seconds the time limit of the whole exchange
     * @throws TransportError if no response arrives
     */
    public function send(Request $request, float $seconds): Response;
}
