<?php

declare(strict_types=1);

namespace Sandi;

use LogicException;
use WeakMap;

/** An API key that is in no property, so that no dump, export, cast or serialization of a client shows it. */
final class ApiKey
{
    /** @var ?WeakMap<self, string> */
    private static ?WeakMap $values = null;

    public function __construct(#[\SensitiveParameter] string $value)
    {
        self::$values ??= new WeakMap();
        self::$values[$this] = $value;
    }

    public function reveal(): string
    {
        return self::$values[$this] ?? throw new LogicException('An API key cannot be copied.');
    }

    public function __serialize(): array
    {
        throw new LogicException('A Sandi client has an API key and cannot be serialized: make a new one instead.');
    }
}
