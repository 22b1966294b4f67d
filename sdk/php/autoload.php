<?php

declare(strict_types=1);

// For projects without Composer: require this file, and a PSR-18 client.

spl_autoload_register(static function (string $class): void {
    $prefix = 'PaymentService\\';
    $file = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
    if (str_starts_with($class, $prefix) && is_file($file)) {
        require $file;
    }
});
require_once __DIR__ . '/src/errors.php';
