<?php

declare(strict_types=1);

use GuzzleHttp\Psr7\HttpFactory;
use PaymentService\Client;
use PaymentService\PaymentServiceException;
use PaymentService\WebhookEvent;
use PaymentService\WebhookException;
use PaymentService\Webhooks;

/** Sends the customer to a payment link made for the order, and believes the webhook alone. */
class Payment_Service_Gateway extends WC_Payment_Gateway
{
    public const ID = 'payment_service';
    private const LINK = '_payment_service_link';

    public function __construct()
    {
        $this->id = self::ID;
        $this->method_title = 'Payment Service';
        $this->method_description = 'Mobile Money and cards, on the service’s own page. Webhook address: '
            . WC()->api_request_url(self::ID);
        $this->has_fields = false;
        $this->init_form_fields();
        $this->init_settings();
        $this->title = $this->get_option('title');
        $this->description = $this->get_option('description');
        $this->enabled = $this->get_option('enabled');
        add_action("woocommerce_update_options_payment_gateways_{$this->id}", [$this, 'process_admin_options']);
    }

    public function init_form_fields(): void
    {
        $this->form_fields = [
            'enabled' => ['title' => 'Enabled', 'type' => 'checkbox', 'default' => 'no'],
            'title' => ['title' => 'Title', 'type' => 'text', 'default' => 'Mobile Money'],
            'description' => ['title' => 'Text', 'type' => 'textarea', 'default' => ''],
            'base_url' => ['title' => 'Address of the service', 'type' => 'text', 'default' => ''],
            'api_key' => ['title' => 'Secret key', 'type' => 'password', 'default' => ''],
            'webhook_secret' => ['title' => 'Secret of the webhook', 'type' => 'password', 'default' => ''],
        ];
    }

    /** @return array{result: string, redirect?: string} */
    public function process_payment($order_id): array
    {
        $order = wc_get_order($order_id);
        $price = ['amount' => 0 + $order->get_total(), 'currency' => $order->get_currency()];
        try {
            // The same order at the same price gets the same link, however often the customer comes back.
            $link = $this->client()->createPaymentLink([
                ...$price,
                'title' => sprintf('%s %s', get_bloginfo('name'), $order->get_order_number()),
                'reference' => "WC-{$order->get_id()}",
                'email_required' => false,
                ...self::addresses($this->get_return_url($order), $order->get_cancel_order_url_raw()),
            ], 'wc-' . hash('sha256', $order->get_order_key() . implode(' ', $price)));
        } catch (PaymentServiceException $error) {
            wc_get_logger()->error($error->getMessage(), ['source' => self::ID]);
            wc_add_notice('The payment page could not be opened. Please try again.', 'error');
            return ['result' => 'failure'];
        }
        $order->update_meta_data(self::LINK, $link['id']);
        $order->save();
        return ['result' => 'success', 'redirect' => $link['url']];
    }

    /** What the service tells: `/?wc-api=payment_service`. */
    public static function answer_webhook(): void
    {
        $settings = (array) get_option('woocommerce_' . self::ID . '_settings', []);
        try {
            $body = (string) file_get_contents('php://input');
            $event = Webhooks::verify($body, getallheaders(), (string) ($settings['webhook_secret'] ?? ''));
        } catch (WebhookException $error) {
            status_header(400);
            exit($error->getMessage());
        }
        if (!$event->isTest && str_starts_with($event->type, 'payment.')) {
            self::note($event);
        }
        status_header(200);
        exit;
    }

    private static function note(WebhookEvent $event): void
    {
        $reference = (string) ($event->data['metadata']['service_link_reference'] ?? '');
        $order = preg_match('/^WC-(\d+)\z/', $reference, $match) === 1 ? wc_get_order((int) $match[1]) : false;
        // What was had before is acknowledged, and not done twice.
        if (!$order || $order->is_paid() || $order->get_payment_method() !== self::ID) {
            return;
        }
        $asked = $event->data['payment']['request'];
        $is_price = (float) $asked['amount'] === (float) $order->get_total() && $asked['currency'] === $order->get_currency();
        if ($event->type === 'payment.success' && $is_price) {
            $order->payment_complete((string) $event->data['transactionId']);
            return;
        }
        // The customer may pay the link once more: the order stays open.
        $said = $event->type === 'payment.success' ? 'paid, but not the price of the order' : (string) $event->data['message'];
        $order->add_order_note("{$event->data['transactionId']}: {$said}");
    }

    private function client(): Client
    {
        $factory = new HttpFactory();
        $http = new GuzzleHttp\Client(['timeout' => 30, 'allow_redirects' => false]);
        return new Client($this->get_option('api_key'), $this->get_option('base_url'), $http, $factory, $factory);
    }

    /** The service sends customers to `https` alone. */
    private static function addresses(string $success, string $cancel): array
    {
        return array_filter(
            ['success_url' => $success, 'cancel_url' => $cancel],
            static fn (string $url): bool => str_starts_with($url, 'https://'),
        );
    }
}
