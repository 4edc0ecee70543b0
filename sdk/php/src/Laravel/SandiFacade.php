<?php

declare(strict_types=1);

namespace Sandi\Laravel;

use Illuminate\Support\Facades\Facade;
use Sandi\Sandi;

/**
 * @method static array send(string $phone, string $otp_code, string $company_name, ?string $language = null, ?string $external_id = null, ?array $metadata = null, ?string $idempotency_key = null)
 * @method static bool check(string $phone, string $otp_code)
 * @method static array credit()
 *
 * @see Sandi
 */
final class SandiFacade extends Facade
{
    protected static function getFacadeAccessor(): string
    {
        return Sandi::class;
    }
}
