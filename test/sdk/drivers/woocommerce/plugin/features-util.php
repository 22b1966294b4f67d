<?php

declare(strict_types=1);

namespace Automattic\WooCommerce\Utilities;

/** Keeps what plugins say that they are compatible with. */
final class FeaturesUtil
{
    /** @var array<string, bool> */
    public static array $declared = [];

    public static function declare_compatibility(string $feature, string $plugin, bool $is_compatible = true): bool
    {
        self::$declared[$feature . ' ' . plugin_basename($plugin)] = $is_compatible;
        return true;
    }
}
