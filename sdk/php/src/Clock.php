<?php

declare(strict_types=1);

namespace Sandi;

/** Time, in seconds; tests have one of their own. */
interface Clock
{
    public function now(): float;

    public function sleep(float $seconds): void;
}
