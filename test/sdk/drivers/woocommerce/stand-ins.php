<?php

declare(strict_types=1);

// What the plugin uses of WordPress and WooCommerce, as their documentation has it, and no more: hooks, options, orders in files.

define('ABSPATH', __DIR__);

/** @var array<string, list<callable>> */
$hooks = [];

function add_action(string $name, callable $work): void
{
    $GLOBALS['hooks'][$name][] = $work;
}

function add_filter(string $name, callable $work): void
{
    add_action($name, $work);
}

function do_action(string $name, mixed ...$given): void
{
    foreach ($GLOBALS['hooks'][$name] ?? [] as $work) {
        $work(...$given);
    }
}

function apply_filters(string $name, mixed $value): mixed
{
    foreach ($GLOBALS['hooks'][$name] ?? [] as $work) {
        $value = $work($value);
    }
    return $value;
}

function get_option(string $name, mixed $default = false): mixed
{
    return $name === 'woocommerce_payment_service_settings' ? json_decode((string) getenv('SHOP_SETTINGS'), true) : $default;
}

function get_bloginfo(string $what): string
{
    return 'Boutique';
}

function status_header(int $status): void
{
    http_response_code($status);
}

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
    };
}

function WC(): object
{
    return new class {
        public function api_request_url(string $name): string
        {
            return "https://shop.example/?wc-api={$name}";
        }
    };
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

    public function init_settings(): void
    {
        $defaults = array_map(static fn (array $field) => $field['default'], $this->form_fields);
        $this->settings = [...$defaults, ...(array) get_option("woocommerce_{$this->id}_settings", [])];
    }

    public function process_admin_options(): bool
    {
        return true;
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
        return $this->row;
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

    public function get_cancel_order_url_raw(): string
    {
        return "https://shop.example/panier/{$this->row['id']}";
    }

    public function is_paid(): bool
    {
        return $this->row['status'] === 'processing';
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

    public function payment_complete(string $transaction): void
    {
        $this->row = [...$this->row, 'status' => 'processing', 'transaction' => $transaction, 'paid' => $this->row['paid'] + 1];
        $this->save();
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
