<?php

declare(strict_types=1);

namespace Sandi;

/** The clock of a client, in seconds. Tests replace it. */
interface Clock
{
    public function now(): float;

    public function sleep(float $seconds): void;
}
