<?php
/**
 * Plugin Name: Payment Service for WooCommerce
 * Description: Customers pay by Mobile Money or card on the payment service's own page; the order is paid when its webhook says so.
 * Version: 0.1.0
 * Requires at least: 6.1
 * Requires PHP: 8.1
 * Requires Plugins: woocommerce
 * License: MIT
 */

declare(strict_types=1);

defined('ABSPATH') || exit;

require_once __DIR__ . '/texts.php';

/** Tells the owner, on every page of theirs, what is missing. */
function payment_service_notice(string $text): void
{
    add_action('admin_notices', static function () use ($text): void {
        if (current_user_can('activate_plugins')) {
            printf('<div class="notice notice-error"><p>%s</p></div>', esc_html($text));
        }
    });
}

/** Looks for lost webhooks each hour, and tells the owner of refused ones. */
function payment_service_start(): void
{
    if (!wp_next_scheduled('payment_service_missed')) {
        wp_schedule_event(time(), 'hourly', 'payment_service_missed');
    }
    $why = get_transient(Payment_Service_Gateway::REFUSED);
    if ($why !== false) {
        payment_service_notice(sprintf(payment_service_text('refused'), $why));
    }
}

register_deactivation_hook(__FILE__, static fn () => wp_clear_scheduled_hook('payment_service_missed'));

// If the plugin lacks its libraries, the shop keeps selling, without this payment method.
if (!is_file(__DIR__ . '/vendor/autoload.php')) {
    add_action('init', static fn () => payment_service_notice(sprintf(payment_service_text('no_packages'), __DIR__)));
    return;
}
require_once __DIR__ . '/vendor/autoload.php';

// Orders may be in tables of their own; this plugin only reads them through WooCommerce's functions.
add_action('before_woocommerce_init', static function (): void {
    if (class_exists(\Automattic\WooCommerce\Utilities\FeaturesUtil::class)) {
        \Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility('custom_order_tables', __FILE__, true);
        \Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility('cart_checkout_blocks', __FILE__, true);
    }
});

add_action('plugins_loaded', static function (): void {
    if (class_exists('WC_Payment_Gateway')) {
        require_once __DIR__ . '/class-payment-service-gateway.php';
        require_once __DIR__ . '/class-payment-service-orders.php';
        // Loaded here and not only at the checkout: a webhook does not open a page.
        add_action('woocommerce_api_payment_service', [Payment_Service_Gateway::class, 'answer_webhook']);
        add_action('woocommerce_order_status_changed', [Payment_Service_Gateway::class, 'close_link_of'], 10, 4);
        add_action('payment_service_missed', [Payment_Service_Gateway::class, 'read_missed']);
        add_action('init', 'payment_service_start');
    } else {
        add_action('init', static fn () => payment_service_notice(payment_service_text('no_woocommerce')));
    }
});

add_filter('woocommerce_payment_gateways', static function (array $gateways): array {
    $gateways[] = Payment_Service_Gateway::class;
    return $gateways;
});

add_action('woocommerce_blocks_payment_method_type_registration', static function ($registry): void {
    require_once __DIR__ . '/class-payment-service-block.php';
    $registry->register(new Payment_Service_Block());
});
