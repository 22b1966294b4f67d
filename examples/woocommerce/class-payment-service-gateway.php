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
    private const PRICE = '_payment_service_price';
    private const PRICES = '_payment_service_prices';

    public function __construct()
    {
        $this->id = self::ID;
        $this->method_title = 'Payment Service';
        $this->method_description = payment_service_text('method') . ' '
            . sprintf(payment_service_text('webhook'), '<code>' . esc_html(WC()->api_request_url(self::ID)) . '</code>');
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
            'enabled' => self::field('enabled', 'checkbox', ['default' => 'no']),
            'title' => self::field('title', 'text', ['default' => payment_service_text('title_default')]),
            'description' => self::field('description', 'textarea', ['default' => payment_service_text('description_default')]),
            'base_url' => self::field('base_url', 'text', ['description' => payment_service_text('base_url_hint')]),
            'api_key' => self::field('api_key', 'password', ['description' => payment_service_text('api_key_hint')]),
            'webhook_secret' => self::field(
                'webhook_secret',
                'password',
                ['description' => payment_service_text('webhook_secret_hint')],
            ),
        ];
    }

    /** @param array<string, string> $more */
    private static function field(string $name, string $type, array $more): array
    {
        return ['title' => payment_service_text($name), 'type' => $type, 'default' => '', ...$more];
    }

    /** Called by WooCommerce when the settings are saved; what it throws is shown, and the old address is kept. */
    public function validate_base_url_field(string $name, ?string $value): string
    {
        $address = rtrim(trim((string) $value), '/');
        $parts = parse_url($address);
        $is_local = in_array($parts['host'] ?? '', ['localhost', '127.0.0.1'], true);
        $is_address = isset($parts['host']) && in_array($parts['scheme'] ?? '', $is_local ? ['https', 'http'] : ['https'], true);
        if ($address !== '' && !$is_address) {
            throw new Exception(payment_service_text('bad_base_url'));
        }
        return $address;
    }

    /** Saves, and says what is still missing. */
    public function process_admin_options(): bool
    {
        $saved = parent::process_admin_options();
        if ($this->get_option('enabled') === 'yes' && $this->needs_setup()) {
            $this->add_error(payment_service_text('incomplete'));
        }
        // Shown by WooCommerce on its settings page: settings are saved before the page is rendered.
        array_map(['WC_Admin_Settings', 'add_error'], $this->get_errors());
        return $saved;
    }

    /** Without all three, a customer would pay and the order would stay unpaid. */
    public function needs_setup(): bool
    {
        return !self::is_complete($this->settings);
    }

    public function is_available(): bool
    {
        return parent::is_available() && !$this->needs_setup();
    }

    /** @param array<string, mixed> $settings */
    public static function is_complete(array $settings): bool
    {
        $given = array_filter(['base_url', 'api_key', 'webhook_secret'], static fn (string $name) => !empty($settings[$name]));
        return count($given) === 3;
    }

    /** @return array{result: string, redirect?: string} */
    public function process_payment($order_id): array
    {
        try {
            return ['result' => 'success', 'redirect' => $this->link_of(wc_get_order($order_id))['url']];
        } catch (PaymentServiceException | InvalidArgumentException $error) {
            wc_get_logger()->error($error->getMessage(), ['source' => self::ID]);
            wc_add_notice(payment_service_text('not_opened'), 'error');
            return ['result' => 'failure'];
        }
    }

    /**
     * The same order at the same price gets the same link, however often the customer comes back. At another price it gets
     * a new one, and the old one is closed: both could be paid.
     *
     * @return array<string, mixed>
     */
    private function link_of(WC_Order $order): array
    {
        $price = ['amount' => 0 + $order->get_total(), 'currency' => $order->get_currency()];
        $told = implode(' ', $price);
        // Counted, so that a price that comes back does not get the link that was closed.
        $prices = (int) $order->get_meta(self::PRICES) + ($order->get_meta(self::PRICE) === $told ? 0 : 1);
        $link = $this->client()->createPaymentLink([
            ...$price,
            'title' => sprintf('%s %s', get_bloginfo('name'), $order->get_order_number()),
            'reference' => "WC-{$order->get_id()}",
            'email_required' => false,
            ...self::addresses($this->get_return_url($order), $order->get_cancel_order_url_raw()),
        ], 'wc-' . hash('sha256', "{$order->get_order_key()} {$prices} {$told}"));
        $this->close((string) $order->get_meta(self::LINK), $link['id']);
        foreach ([self::LINK => $link['id'], self::PRICE => $told, self::PRICES => (string) $prices] as $name => $value) {
            $order->update_meta_data($name, $value);
        }
        $order->save();
        return $link;
    }

    /** The customer does not wait for this to succeed: a second payment is noted with the order. */
    private function close(string $before, string $link): void
    {
        if ($before === '' || $before === $link) {
            return;
        }
        try {
            $this->client()->closePaymentLink($before);
        } catch (PaymentServiceException $error) {
            wc_get_logger()->error($error->getMessage(), ['source' => self::ID]);
        }
    }

    /** What the service tells: `/?wc-api=payment_service`. */
    public static function answer_webhook(): void
    {
        $settings = (array) get_option('woocommerce_' . self::ID . '_settings', []);
        try {
            $body = (string) file_get_contents('php://input');
            // Two while it is renewed: the new one and the old one.
            $secrets = array_map('trim', explode(',', (string) ($settings['webhook_secret'] ?? '')));
            $event = Webhooks::verify($body, getallheaders(), $secrets);
        } catch (WebhookException $error) {
            status_header(400);
            exit($error->getMessage());
        }
        if (!$event->isTest && str_starts_with($event->type, 'payment.')) {
            self::note_alone($event);
        }
        status_header(200);
        exit;
    }

    /** One webhook after the other: of two that come at once, the second finds the order paid. */
    private static function note_alone(WebhookEvent $event): void
    {
        global $wpdb;
        $lock = hash('sha256', DB_NAME . $wpdb->prefix . self::ID);
        if ($wpdb->get_var($wpdb->prepare('SELECT GET_LOCK(%s, 10)', $lock)) !== '1') {
            // The service sends it again.
            status_header(503);
            exit;
        }
        try {
            self::note($event);
        } finally {
            $wpdb->query($wpdb->prepare('SELECT RELEASE_LOCK(%s)', $lock));
        }
    }

    private static function note(WebhookEvent $event): void
    {
        $reference = (string) ($event->data['metadata']['service_link_reference'] ?? '');
        $order = preg_match('/^WC-(\d+)\z/', $reference, $match) === 1 ? wc_get_order((int) $match[1]) : false;
        if (!$order || $order->get_payment_method() !== self::ID) {
            return;
        }
        // A delivery that was already handled is acknowledged, and not handled again.
        if ($order->is_paid()) {
            self::note_second($order, $event);
            return;
        }
        $asked = $event->data['payment']['request'];
        $is_price = (float) $asked['amount'] === (float) $order->get_total() && $asked['currency'] === $order->get_currency();
        if ($event->type === 'payment.success' && $is_price) {
            $order->payment_complete((string) $event->data['transactionId']);
            return;
        }
        // The customer may try to pay the link again: the order stays open.
        $said = $event->type === 'payment.success' ? payment_service_text('other_price') : (string) $event->data['message'];
        $order->add_order_note("{$event->data['transactionId']}: {$said}");
    }

    /** Somebody paid another link of the same order, and gets it back from nobody but the owner. */
    private static function note_second(WC_Order $order, WebhookEvent $event): void
    {
        $transaction = (string) $event->data['transactionId'];
        if ($event->type === 'payment.success' && $order->get_transaction_id() !== $transaction) {
            $order->add_order_note("{$transaction}: " . payment_service_text('paid_again'));
        }
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
