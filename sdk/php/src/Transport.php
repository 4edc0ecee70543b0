<?php

declare(strict_types=1);

namespace Sandi;

/** Sends one request once, and follows no redirect. */
interface Transport
{
    /**
     * @param float $seconds for all of it
     * @throws TransportError where no response came
     */
    public function send(Request $request, float $seconds): Response;
}
