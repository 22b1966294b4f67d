<?php

declare(strict_types=1);

// What the owner does in WordPress's own pages: `activate <plugin>…`, `save <settings>`, `speak <locale>`, `notices`, `declared`, `move <file> <file>`,
// `status <order> <status>`, `missed`.

define('WP_ADMIN', true);
$_SERVER['HTTP_HOST'] = '127.0.0.1';
[, $what] = $argv;
$words = array_slice($argv, 2);
require getenv('WORDPRESS_FOLDER') . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';
wp_set_current_user(1);

/** Saves the form of the settings as WooCommerce does; what is then kept, and what was said. */
function save(array $form): array
{
    [$class] = apply_filters('woocommerce_payment_gateways', []);
    $gateway = new $class();
    foreach ($form as $name => $value) {
        $_POST["woocommerce_{$gateway->id}_{$name}"] = $value;
    }
    ob_start();
    do_action("woocommerce_update_options_payment_gateways_{$gateway->id}");
    $printed = (string) ob_get_clean();
    $now = new $class();
    return [
        'said' => implode(' ', WC_Admin_Settings::$errors),
        'told' => implode(' ', WC_Admin_Settings::$messages),
        'printed' => $printed,
        'kept' => get_option("woocommerce_{$gateway->id}_settings", []),
        'available' => $now->is_available(),
        'setup' => $now->needs_setup(),
        'fields' => array_map(static fn (array $field) => $field['title'], $now->form_fields),
        'description' => $now->method_description,
    ];
}

/** What the pages of the owner say at their top. */
function notices(): array
{
    ob_start();
    do_action('admin_notices');
    return ['notices' => trim(wp_strip_all_tags((string) ob_get_clean()))];
}

echo json_encode(match ($what) {
    'activate' => array_map(static function (string $plugin): string {
        $error = activate_plugin($plugin);
        return is_wp_error($error) ? $error->get_error_message() : (is_plugin_active($plugin) ? 'active' : 'not active');
    }, $words),
    'deactivate' => [deactivate_plugins($words), get_option('active_plugins')],
    'save' => save(json_decode($words[0], true)),
    'speak' => update_user_meta(1, 'locale', $words[0]),
    'notices' => notices(),
    'status' => wc_get_order((int) $words[0])->update_status($words[1]),
    // What WordPress runs by itself, once it is due.
    'missed' => [wp_get_schedule('payment_service_missed'), do_action('payment_service_missed')],
    'move' => rename(WP_PLUGIN_DIR . "/{$words[0]}", WP_PLUGIN_DIR . "/{$words[1]}"),
    'declared' => \Automattic\WooCommerce\Utilities\FeaturesUtil::$declared,
});
