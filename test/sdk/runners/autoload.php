<?php
// What Composer makes of composer.json: its PSR-4 folders and its class map.

$package = dirname(__DIR__, 3) . '/sdk/php';
['psr-4' => $folders, 'classmap' => $maps] = json_decode(file_get_contents("$package/composer.json"), true)['autoload'];
spl_autoload_register(static function (string $class) use ($package, $folders): void {
    foreach ($folders as $prefix => $folder) {
        $file = $package . '/' . $folder . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;
        }
    }
});
foreach ($maps as $map) {
    foreach (glob("$package/$map*.php") as $file) {
        require $file;
    }
}
