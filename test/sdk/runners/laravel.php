<?php
// Sends a notification as Laravel does, over stand-ins of the few things of Laravel that the SDK uses.

namespace Illuminate\Contracts\Container {
    interface Container
    {
    }
}

namespace Illuminate\Notifications {
    class Notification
    {
        public ?string $id = null;
    }

    class ChannelManager
    {
        private array $creators = [];

        public function __construct(private object $app)
        {
        }

        public function extend(string $name, \Closure $create): void
        {
            // As Laravel 13; what is static cannot be bound.
            $this->creators[$name] = $create->bindTo($this, $this);
        }

        public function driver(string $name): object
        {
            return ($this->creators[$name])($this->app);
        }
    }
}

namespace Illuminate\Support {
    abstract class ServiceProvider
    {
        public function __construct(protected object $app)
        {
        }

        protected function mergeConfigFrom(string $path, string $key): void
        {
            $this->app->config[$key] = require $path;
        }

        protected function publishes(array $paths, string $group): void
        {
            foreach ($paths as $from => $to) {
                is_file($from) || throw new \LogicException("$from is not there to publish to $to ($group)");
            }
        }
    }
}

namespace Illuminate\Support\Facades {
    abstract class Facade
    {
        public static object $app;

        abstract protected static function getFacadeAccessor(): string;

        public static function __callStatic(string $method, array $arguments): mixed
        {
            return self::$app->make(static::getFacadeAccessor())->$method(...$arguments);
        }
    }

    final class Notification extends Facade
    {
        protected static function getFacadeAccessor(): string
        {
            return \Illuminate\Notifications\ChannelManager::class;
        }

        public static function resolved(\Closure $callback): void
        {
            $callback(self::$app->make(self::getFacadeAccessor()));
        }
    }
}

namespace {
    use Illuminate\Contracts\Container\Container;
    use Illuminate\Notifications\ChannelManager;
    use Illuminate\Notifications\Notification;
    use Illuminate\Support\Facades\Facade;

    require __DIR__ . '/autoload.php';

    function env(string $name, mixed $default = null): mixed
    {
        $value = getenv($name);
        return $value === false ? $default : $value;
    }

    final class Application implements Container
    {
        public array $config = [];
        private array $made = [];
        private array $makers = [];

        public function singleton(string $name, Closure $make): void
        {
            $this->makers[$name] = fn () => $this->made[$name] ??= $make($this);
        }

        public function bind(string $name, Closure $make): void
        {
            $this->makers[$name] = fn () => $make($this);
        }

        public function make(string $name): object
        {
            return $this->makers[$name]();
        }

        public function configPath(string $file): string
        {
            return "/app/config/$file";
        }

        public function get(string $key): mixed
        {
            return array_reduce(explode('.', $key), static fn (array $at, string $name) => $at[$name], $this->config);
        }
    }

    $app = new Application();
    Facade::$app = $app;
    $app->bind('config', static fn (): object => $app);
    $app->singleton(ChannelManager::class, static fn (): object => new ChannelManager($app));
    $manifest = json_decode(file_get_contents(dirname(__DIR__, 3) . '/sdk/php/composer.json'), true);
    ['providers' => [$class], 'aliases' => ['Sandi' => $facade]] = $manifest['extra']['laravel'];
    $provider = new $class($app);
    $provider->register();
    $provider->boot();
    class_alias($facade, 'Sandi');

    if (isset($argv[1])) {
        // A program out of a document, which uses the facade.
        require $argv[1];
        exit;
    }
    $case = json_decode(stream_get_contents(STDIN), true);
    // The methods of the README, or those that the test is about.
    $methods = $case['methods'] ?? <<<'PHP'
        public function via(object $notifiable): array
        {
            return ['sandi'];
        }

        public function toSandi(object $notifiable): array
        {
            return ['otp_code' => $this->code] + $this->more;
        }
        PHP;
    $notification = eval("return new class extends Illuminate\\Notifications\\Notification {
        public string \$code;
        public array \$more;
        $methods
    };");
    ['id' => $notification->id, 'code' => $notification->code, 'more' => $notification->more] = $case;
    $notifiable = new class($case['phone']) {
        public function __construct(private ?string $phone)
        {
        }

        public function routeNotificationFor(string $channel, Notification $notification): ?string
        {
            return $channel === 'sandi' && $notification->id ? $this->phone : null;
        }
    };
    try {
        $channel = $app->make(ChannelManager::class)->driver($notification->via($notifiable)[0]);
        $outcome = $channel->send($notifiable, $notification);
        echo json_encode([
            'outcome' => $outcome,
            'credit' => Sandi::credit(),
            'story' => Sandi::messages()->get($outcome['reference']),
            'verification' => isset($case['verify'])
                ? Sandi::verifications()->create(phone: $case['verify'], company_name: 'Toko Budi')
                : null,
        ]);
    } catch (\Exception $error) {
        echo json_encode(['error' => (new ReflectionClass($error))->getShortName()]);
    }
}
