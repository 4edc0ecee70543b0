<?php

declare(strict_types=1);

namespace Sandi\Laravel;

use Illuminate\Contracts\Container\Container;
use Illuminate\Notifications\ChannelManager;
use Illuminate\Support\Facades\Notification;
use Illuminate\Support\ServiceProvider;
use Sandi\Sandi;

/** Laravel discovers this provider. It adds the notification channel `sandi`. */
final class SandiServiceProvider extends ServiceProvider
{
    private const CONFIG = __DIR__ . '/../../config/sandi.php';

    public function register(): void
    {
        $this->mergeConfigFrom(self::CONFIG, 'sandi');
        $this->app->singleton(Sandi::class, static function (Container $app): Sandi {
            ['url' => $url, 'key' => $key, 'timeout' => $timeout] = $app->make('config')->get('sandi');
            return new Sandi((string) $url, (string) $key, (float) $timeout);
        });
        $this->app->bind(SandiChannel::class, static fn (Container $app): SandiChannel => new SandiChannel(
            $app->make(Sandi::class),
            (string) $app->make('config')->get('sandi.company_name'),
        ));
        Notification::resolved(static function (ChannelManager $channels): void {
            // Not static: Laravel binds it to the manager.
            $channels->extend('sandi', fn (Container $app): SandiChannel => $app->make(SandiChannel::class));
        });
    }

    public function boot(): void
    {
        $this->publishes([self::CONFIG => $this->app->configPath('sandi.php')], 'sandi');
    }
}
