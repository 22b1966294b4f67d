<?php

declare(strict_types=1);

use GuzzleHttp\Psr7\HttpFactory;
use PaymentService\ApiException;
use PaymentService\Client;
use PaymentService\PaymentServiceException;
use PaymentService\WebhookException;
use PaymentService\Webhooks;

/** Sends the customer to a payment link made for the order, and believes the webhook alone. */
class Payment_Service_Gateway extends WC_Payment_Gateway
{
    public const ID = 'payment_service';
    /** Why the last webhooks were refused, for the owner. */
    public const REFUSED = 'payment_service_refused';
    private const READ = 'payment_service_read';
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

    /** Saves, and says what is still missing or wrong. */
    public function process_admin_options(): bool
    {
        $saved = parent::process_admin_options();
        delete_transient(self::REFUSED);
        if ($this->get_option('enabled') === 'yes') {
            $error = $this->needs_setup() ? payment_service_text('incomplete') : $this->fault();
            $error === null || $this->add_error($error);
        }
        // Shown by WooCommerce on its settings page: settings are saved before the page is rendered.
        array_map(['WC_Admin_Settings', 'add_error'], $this->get_errors());
        if ($this->mode() === 'SANDBOX') {
            WC_Admin_Settings::add_message(payment_service_text('test_mode'));
        }
        return $saved;
    }

    /** What the service says against the key, or that nobody would tell the shop of a payment. */
    private function fault(): ?string
    {
        try {
            $client = $this->client(tries: 1, seconds: 10);
            if ($client->call('GET', '/v2/session')['key_type'] !== 'secret') {
                return payment_service_text('not_secret');
            }
            foreach ($client->webhookEndpoints() as $endpoint) {
                $events = $endpoint['events'];
                if ($endpoint['status'] === 'enabled' && array_intersect(['*', 'payment.*', 'payment.success'], $events) !== []) {
                    return null;
                }
            }
            return payment_service_text($this->mode() === 'LIVE' ? 'no_webhook_live' : 'no_webhook_test');
        } catch (PaymentServiceException | InvalidArgumentException $error) {
            return $error->getMessage();
        }
    }

    /** As events name it. */
    private function mode(): string
    {
        return stripos($this->get_option('api_key'), 'SKLIVE_') === 0 ? 'LIVE' : 'SANDBOX';
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
            'metadata' => Payment_Service_Orders::marks($order),
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
            $this->client(tries: 1, seconds: 10)->closePaymentLink($before);
        } catch (PaymentServiceException $error) {
            wc_get_logger()->error($error->getMessage(), ['source' => self::ID]);
        }
    }

    /** What the service tells: `/?wc-api=payment_service`. */
    public static function answer_webhook(): void
    {
        $gateway = new self();
        try {
            $body = (string) file_get_contents('php://input');
            // Two while it is renewed: the new one and the old one.
            $secrets = array_map('trim', explode(',', $gateway->get_option('webhook_secret')));
            $event = Webhooks::verify($body, getallheaders(), $secrets);
            $fault = $event->isTest || ($event->data['mode'] ?? null) === $gateway->mode() ? null : 'The key of this shop is of the other mode.';
        } catch (WebhookException $error) {
            $fault = $error->getMessage();
        }
        if ($fault !== null) {
            self::note_refusal($fault);
            status_header(400);
            exit($fault);
        }
        delete_transient(self::REFUSED);
        // Without its turn, it is sent again.
        $is_noted = $event->isTest || Payment_Service_Orders::note($event->id, $event->type, $event->data);
        status_header($is_noted ? 200 : 503);
        exit;
    }

    /** For the owner, once an hour at most: anybody can send something that is refused. */
    private static function note_refusal(string $why): void
    {
        if (isset($_SERVER['HTTP_WEBHOOK_SIGNATURE']) && get_transient(self::REFUSED) === false) {
            set_transient(self::REFUSED, $why, HOUR_IN_SECONDS);
            wc_get_logger()->warning("webhook: {$why}", ['source' => self::ID]);
        }
    }

    /** Hourly: the payments whose webhooks did not come. */
    public static function read_missed(): void
    {
        $gateway = new self();
        if ($gateway->enabled !== 'yes' || $gateway->needs_setup()) {
            return;
        }
        $after = get_option(self::READ, null);
        try {
            foreach ($gateway->client()->events($after, ['type' => 'payment.success', 'limit' => 100]) as $event) {
                if (!$event['test'] && !Payment_Service_Orders::note($event['id'], $event['type'], $event['data'], true)) {
                    return;
                }
                update_option(self::READ, $event['id'], false);
            }
        } catch (PaymentServiceException $error) {
            wc_get_logger()->error($error->getMessage(), ['source' => self::ID]);
            // Of another mode, or from before the service was restored: from the beginning, next time.
            if ($error instanceof ApiException && $error->errorCode === 'invalid_cursor') {
                delete_option(self::READ);
            }
        }
    }

    /** Called by WooCommerce: an order that is cancelled, refunded or paid otherwise cannot be paid here any more. */
    public static function close_link_of(int $id, string $from, string $to, WC_Order $order): void
    {
        $link = (string) $order->get_meta(self::LINK);
        $is_ours = in_array($to, ['processing', 'completed'], true) && $order->get_payment_method() === self::ID;
        if ($link === '' || $is_ours || in_array($to, ['pending', 'failed', 'on-hold'], true)) {
            return;
        }
        (new self())->close($link, '');
        // Should the order be open again, it gets another link.
        $order->update_meta_data(self::PRICE, '');
        $order->save();
    }

    /** Fewer tries and seconds where somebody waits for an answer that they can do without. */
    private function client(int $tries = 4, int $seconds = 30): Client
    {
        $factory = new HttpFactory();
        $http = new GuzzleHttp\Client(['timeout' => $seconds, 'allow_redirects' => false]);
        return new Client($this->get_option('api_key'), $this->get_option('base_url'), $http, $factory, $factory, $tries - 1);
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
