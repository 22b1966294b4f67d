<?php

declare(strict_types=1);

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

/** The same method at the checkout made of blocks. */
final class Payment_Service_Block extends AbstractPaymentMethodType
{
    protected $name = 'payment_service';

    public function initialize(): void
    {
        $this->settings = (array) get_option('woocommerce_payment_service_settings', []);
    }

    public function is_active(): bool
    {
        return ($this->settings['enabled'] ?? 'no') === 'yes' && Payment_Service_Gateway::is_complete($this->settings);
    }

    /** @return list<string> */
    public function get_payment_method_script_handles(): array
    {
        $needs = ['wc-blocks-registry', 'wc-settings', 'wp-element'];
        wp_register_script('payment-service-block', plugins_url('block.js', __FILE__), $needs, '0.1.0', true);
        return ['payment-service-block'];
    }

    /** @return array<string, mixed> */
    public function get_payment_method_data(): array
    {
        return [
            'title' => $this->settings['title'] ?? payment_service_text('title_default'),
            'description' => $this->settings['description'] ?? payment_service_text('description_default'),
            'supports' => ['products'],
        ];
    }
}
