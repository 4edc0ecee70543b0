<?php

declare(strict_types=1);

namespace Sandi;

final class SystemClock implements Clock
{
    public function now(): float
    {
        return hrtime(true) / 1e9;
    }

    public function sleep(float $seconds): void
    {
        usleep((int) ($seconds * 1e6));
    }
}
