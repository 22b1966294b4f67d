<?php

declare(strict_types=1);

// A shop with the plugin in it, for `php -S`: POST /checkout/<order> pays it, GET /orders/<order> reads it.

require __DIR__ . '/stand-ins.php';
require getenv('PLUGIN_FOLDER') . '/payment-service.php';

do_action('before_woocommerce_init');
do_action('plugins_loaded');

if (isset($_GET['wc-api'])) {
    do_action("woocommerce_api_{$_GET['wc-api']}");
}
[, $what, $id] = explode('/', (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)) + ['', '', ''];
$order = wc_get_order((int) $id);
if ($what === 'checkout') {
    [$class] = apply_filters('woocommerce_payment_gateways', []);
    $said = [...(new $class())->process_payment($order->get_id()), 'notices' => $GLOBALS['notices']];
} else {
    $said = $order === false ? [] : $order->row();
}
header('Content-Type: application/json');
echo json_encode($said);
