<?php
/**
 * Plugin Name: WooCommerce
 * Description: What the plugin uses of WooCommerce's classes and functions, as their documentation has it, and no more: orders in files.
 * Version: 0.0.0
 */

declare(strict_types=1);

require_once __DIR__ . '/features-util.php';

// In a real WordPress: POST /?checkout=<order> pays an order, GET /?order=<order> reads it, ?wc-api=<name> is for webhooks.

add_action('plugins_loaded', static fn () => do_action('before_woocommerce_init'), 5);

add_action('parse_request', static function (): void {
    if (isset($_GET['wc-api'])) {
        $name = strtolower(sanitize_text_field($_GET['wc-api']));
        status_header(has_action("woocommerce_api_{$name}") ? 200 : 400);
        do_action("woocommerce_api_{$name}");
        die('-1');
    }
    if (isset($_GET['order'])) {
        $order = wc_get_order((int) $_GET['order']);
        wp_send_json($order === false ? [] : $order->row());
    }
    if (isset($_GET['checkout'])) {
        [$class] = apply_filters('woocommerce_payment_gateways', []);
        wp_send_json([...(new $class())->process_payment((int) $_GET['checkout']), 'notices' => $GLOBALS['notices']]);
    }
});

/** @var list<string> */
$notices = [];

function wc_add_notice(string $text, string $kind): void
{
    $GLOBALS['notices'][] = "{$kind}: {$text}";
}

function wc_get_logger(): object
{
    return new class {
        public function error(string $text, array $context): void
        {
            error_log($text);
        }

        public function warning(string $text, array $context): void
        {
            error_log($text);
        }
    };
}

function WC(): object
{
    return new class {
        public function api_request_url(string $name): string
        {
            return home_url("/?wc-api={$name}");
        }
    };
}

// WordPress's own may be replaced by a plugin: the mails of this shop are kept in a file.
if (!function_exists('wp_mail')) {
    function wp_mail(string $to, string $subject, string $text): bool
    {
        $line = json_encode(['to' => $to, 'subject' => $subject, 'text' => $text]);
        return file_put_contents(getenv('ORDERS_FOLDER') . '/mails', "{$line}\n", FILE_APPEND | LOCK_EX) !== false;
    }
}

final class WC_Admin_Settings
{
    /** @var list<string> */
    public static array $errors = [];
    /** @var list<string> */
    public static array $messages = [];

    public static function add_message(string $text): void
    {
        self::$messages[] = $text;
    }

    public static function add_error(string $text): void
    {
        self::$errors[] = $text;
    }
}

abstract class WC_Payment_Gateway
{
    public string $id = '';
    public string $method_title = '';
    public string $method_description = '';
    public bool $has_fields = false;
    public string $title = '';
    public string $description = '';
    public string $enabled = '';
    public array $form_fields = [];
    public array $settings = [];
    /** @var list<string> */
    public array $errors = [];

    public function init_settings(): void
    {
        $defaults = array_map(static fn (array $field) => $field['default'], $this->form_fields);
        $this->settings = [...$defaults, ...(array) get_option("woocommerce_{$this->id}_settings", [])];
    }

    /** Each field is checked by the gateway's own method, if it has one; what that throws is an error of the page. */
    public function process_admin_options(): bool
    {
        $this->init_settings();
        foreach (array_keys($this->form_fields) as $name) {
            $value = $_POST["woocommerce_{$this->id}_{$name}"] ?? null;
            $check = [$this, "validate_{$name}_field"];
            try {
                $this->settings[$name] = is_callable($check) ? $check($name, $value) : trim((string) $value);
            } catch (Exception $error) {
                $this->add_error($error->getMessage());
            }
        }
        return update_option("woocommerce_{$this->id}_settings", $this->settings);
    }

    public function add_error(string $error): void
    {
        $this->errors[] = $error;
    }

    /** @return list<string> */
    public function get_errors(): array
    {
        return $this->errors;
    }

    public function is_available(): bool
    {
        return $this->enabled === 'yes';
    }

    public function get_option(string $name): string
    {
        return (string) ($this->settings[$name] ?? '');
    }

    public function get_return_url(WC_Order $order): string
    {
        return "https://shop.example/merci/{$order->get_id()}";
    }
}

/** An order in a file; two requests are two processes. */
final class WC_Order
{
    public function __construct(private array $row)
    {
    }

    public static function file(int $id): string
    {
        return getenv('ORDERS_FOLDER') . "/{$id}.json";
    }

    public function row(): array
    {
        $paid = self::file($this->row['id']) . '.paid';
        return [...$this->row, 'paid' => is_file($paid) ? count((array) file($paid)) : 0];
    }

    public function get_id(): int
    {
        return $this->row['id'];
    }

    public function get_order_number(): string
    {
        return (string) $this->row['id'];
    }

    public function get_order_key(): string
    {
        return $this->row['key'];
    }

    // WooCommerce's totals are texts.
    public function get_total(): string
    {
        return $this->row['total'];
    }

    public function get_currency(): string
    {
        return $this->row['currency'];
    }

    public function get_payment_method(): string
    {
        return $this->row['payment_method'];
    }

    public function get_status(): string
    {
        return $this->row['status'];
    }

    /** @param string|list<string> $status */
    public function has_status(string|array $status): bool
    {
        return in_array($this->row['status'], (array) $status, true);
    }

    public function update_status(string $to, string $note = ''): bool
    {
        $from = $this->row['status'];
        $this->row['status'] = $to;
        if ($note !== '') {
            $this->row['notes'][] = $note;
        }
        $this->save();
        do_action('woocommerce_order_status_changed', $this->row['id'], $from, $to, $this);
        return true;
    }

    public function set_transaction_id(string $transaction): void
    {
        $this->row['transaction'] = $transaction;
    }

    public function get_cancel_order_url_raw(): string
    {
        return "https://shop.example/panier/{$this->row['id']}";
    }

    public function is_paid(): bool
    {
        $is_paid = $this->row['status'] === 'processing';
        file_put_contents(self::file($this->row['id']) . '.asked', $is_paid ? 'p' : 'u', FILE_APPEND | LOCK_EX);
        return $is_paid;
    }

    public function get_transaction_id(): string
    {
        return $this->row['transaction'] ?? '';
    }

    // Without one, an empty text.
    public function get_meta(string $name): string
    {
        return $this->row['meta'][$name] ?? '';
    }

    public function update_meta_data(string $name, string $value): void
    {
        $this->row['meta'][$name] = $value;
    }

    public function add_order_note(string $text): void
    {
        $this->row['notes'][] = $text;
        $this->save();
    }

    public function payment_complete(string $transaction): bool
    {
        if (!$this->has_status(['pending', 'on-hold', 'failed', 'cancelled'])) {
            return true;
        }
        // Where a test asks for it, the first waits for a second that takes the order for unpaid too, if one may.
        $asked = self::file($this->row['id']) . '.asked';
        for ($turns = 0; is_file(self::file($this->row['id']) . '.slow') && $turns < 75; $turns += 1) {
            if (substr_count((string) file_get_contents($asked), 'u') > 1) {
                break;
            }
            usleep(20_000);
        }
        // Counted one by one, so that two at once are seen.
        file_put_contents(self::file($this->row['id']) . '.paid', "{$transaction}\n", FILE_APPEND | LOCK_EX);
        $this->row['transaction'] = $transaction;
        return $this->update_status('processing');
    }

    public function save(): void
    {
        file_put_contents(self::file($this->row['id']), json_encode($this->row), LOCK_EX);
    }
}

function wc_get_order(int $id): WC_Order|false
{
    $file = WC_Order::file($id);
    return is_file($file) ? new WC_Order(json_decode((string) file_get_contents($file), true)) : false;
}
