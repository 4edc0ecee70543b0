<?php

declare(strict_types=1);

namespace Sandi;

use RuntimeException;
use Throwable;

/** A transport throws this if it gets no response. */
final class TransportError extends RuntimeException
{
    /** @param bool $maybeDone whether the request may have arrived */
    public function __construct(string $message, public readonly bool $maybeDone, ?Throwable $previous = null)
    {
        parent::__construct($message, 0, $previous);
    }
}
