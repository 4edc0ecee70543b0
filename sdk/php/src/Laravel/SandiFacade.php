<?php

declare(strict_types=1);

namespace Sandi\Laravel;

use Illuminate\Support\Facades\Facade;
use Sandi\FakeSandi;
use Sandi\Messages;
use Sandi\Sandi;
use Sandi\Verifications;

/**
 * @method static array send(string $phone, string $otp_code, string $company_name, ?string $language = null, ?string $external_id = null, ?array $metadata = null, ?string $idempotency_key = null)
 * @method static bool check(string $phone, string $otp_code)
 * @method static array credit()
 * @method static Messages messages()
 * @method static Verifications verifications()
 *
 * @see Sandi
 */
final class SandiFacade extends Facade
{
    /** For tests: replaces the client in the facade, the channel and the container by one that sends nothing. */
    public static function fake(): FakeSandi
    {
        $fake = Sandi::fake();
        static::swap($fake);
        return $fake;
    }

    protected static function getFacadeAccessor(): string
    {
        return Sandi::class;
    }
}
