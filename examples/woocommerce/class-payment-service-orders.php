<?php

declare(strict_types=1);

/** What an event of a payment link makes of its order, whether the webhook brought it or it was read afterwards. */
final class Payment_Service_Orders
{
    private const EVENTS = '_payment_service_events';
    private const OPEN = ['pending', 'failed', 'on-hold'];

    /**
     * For the metadata of the order's link: another shop of the same service has orders of the same numbers.
     *
     * @return array{wc_order: string, wc_shop: string}
     */
    public static function marks(WC_Order $order): array
    {
        return ['wc_order' => hash('sha256', $order->get_order_key()), 'wc_shop' => self::shop()];
    }

    /**
     * One event after the other: of two that come at once, the second finds the order paid. False if it has to wait.
     *
     * @param array<string, mixed> $data
     */
    public static function note(string $event, string $type, array $data, bool $is_late = false): bool
    {
        global $wpdb;
        $lock = hash('sha256', DB_NAME . $wpdb->prefix . Payment_Service_Gateway::ID);
        if ($wpdb->get_var($wpdb->prepare('SELECT GET_LOCK(%s, 10)', $lock)) !== '1') {
            return false;
        }
        try {
            self::find($event, $type, $data, $is_late);
            return true;
        } finally {
            $wpdb->query($wpdb->prepare('SELECT RELEASE_LOCK(%s)', $lock));
        }
    }

    private static function find(string $event, string $type, array $data, bool $is_late): void
    {
        $reference = (string) ($data['metadata']['service_link_reference'] ?? '');
        if (preg_match('/^WC-(\d+)\z/', $reference, $match) !== 1) {
            return;
        }
        $order = wc_get_order((int) $match[1]);
        if (!$order) {
            self::find_deleted($reference, $type, $data);
            return;
        }
        if (!self::is_of($order, $data['metadata'])) {
            return;
        }
        // What was handled already is acknowledged, and not handled again.
        $known = explode(' ', (string) $order->get_meta(self::EVENTS));
        if (in_array($event, $known, true)) {
            return;
        }
        $order->update_meta_data(self::EVENTS, trim(implode(' ', [...$known, $event])));
        if ($type === 'payment.success') {
            self::paid($order, $data, $is_late);
        } elseif (!$order->is_paid()) {
            // The customer may try to pay the link again: the order stays open.
            $order->add_order_note("{$data['transactionId']}: {$data['message']}");
        }
        $order->save();
    }

    /** A link of an earlier version of this plugin, or one made by hand, has no marks. */
    private static function is_of(WC_Order $order, array $metadata): bool
    {
        return isset($metadata['wc_order'])
            ? $metadata['wc_order'] === self::marks($order)['wc_order']
            : $order->get_payment_method() === Payment_Service_Gateway::ID;
    }

    private static function find_deleted(string $reference, string $type, array $data): void
    {
        if ($type === 'payment.success' && ($data['metadata']['wc_shop'] ?? null) === self::shop()) {
            self::tell_owner("{$reference}, {$data['transactionId']}: " . payment_service_text('no_order'));
        }
    }

    private static function paid(WC_Order $order, array $data, bool $is_late): void
    {
        $transaction = (string) $data['transactionId'];
        $earlier = (string) $order->get_transaction_id();
        if ($earlier === $transaction) {
            return;
        }
        $asked = $data['payment']['request'];
        $is_price = (float) $asked['amount'] === (float) $order->get_total() && $asked['currency'] === $order->get_currency();
        $doubt = match (true) {
            $order->is_paid() || $earlier !== '' => 'paid_again',
            !$order->has_status(self::OPEN) => 'not_open',
            !$is_price => 'other_price',
            default => null,
        };
        if ($doubt !== null) {
            self::ask_owner($order, $transaction, $doubt);
            return;
        }
        if ($is_late) {
            $order->add_order_note("{$transaction}: " . payment_service_text('late'));
        }
        $order->payment_complete($transaction);
    }

    /** On hold, the order is among those to look at, and WooCommerce does not cancel it for want of a payment. */
    private static function ask_owner(WC_Order $order, string $transaction, string $doubt): void
    {
        $text = "{$transaction}: " . payment_service_text($doubt);
        if ($doubt === 'not_open') {
            $order->set_transaction_id($transaction);
        }
        if ($doubt !== 'paid_again' && $order->has_status([...self::OPEN, 'cancelled'])) {
            $order->update_status('on-hold', $text);
        } else {
            $order->add_order_note($text);
        }
        self::tell_owner("{$order->get_order_number()}, {$text}");
    }

    /** A note is seen only by who opens the order. */
    private static function tell_owner(string $text): void
    {
        wc_get_logger()->error($text, ['source' => Payment_Service_Gateway::ID]);
        $subject = sprintf('%s: %s', get_bloginfo('name'), payment_service_text('look'));
        wp_mail((string) get_option('admin_email'), $subject, $text);
    }

    private static function shop(): string
    {
        return hash('sha256', (string) get_option('siteurl'));
    }
}
