<?php

declare(strict_types=1);

// A shop that fulfils an order when its webhook says that it is paid. Run by: php -S 127.0.0.1:4242 shop.php

require getenv('SHOP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

use GuzzleHttp\Psr7\HttpFactory;
use PaymentService\Client;
use PaymentService\PaymentServiceException;
use PaymentService\WebhookException;
use PaymentService\Webhooks;

$path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$body = (string) file_get_contents('php://input');
try {
    [$status, $said] = match (true) {
        $path === '/hooks' => [200, hook($body, getallheaders())],
        $path === '/orders' => [201, place(...json_decode($body, true))],
        default => [200, readOrder(basename($path))],
    };
} catch (WebhookException $error) {
    [$status, $said] = [400, ['error' => $error->getMessage()]];
} catch (PaymentServiceException | InvalidArgumentException $error) {
    [$status, $said] = [422, ['error' => $error->getMessage()]];
}
http_response_code($status);
header('Content-Type: application/json');
echo json_encode($said);

/** The order is written down before money is asked for: should this program die in between, it is asked for again. */
function place(string $reference, int|float $amount, string $phone): array
{
    $isKnown = is_file(orderFile($reference));
    $made = ['reference' => $reference, 'amount' => $amount, 'currency' => 'XOF', 'status' => 'pending', 'fulfilled' => 0];
    $order = $isKnown ? readOrder($reference) : $made;
    if ($order['status'] !== 'pending') {
        return $order;
    }
    if (!$isKnown) {
        writeOrder($order);
    }
    $factory = new HttpFactory();
    $http = new GuzzleHttp\Client(['timeout' => 30, 'allow_redirects' => false]);
    $payments = new Client((string) getenv('PAYMENTS_API_KEY'), (string) getenv('PAYMENTS_BASE_URL'), $http, $factory, $factory);
    $payments->createCollection([
        'amount' => $order['amount'],
        'currency' => 'XOF',
        'provider' => 'auto',
        'phone' => $phone,
        'reference' => $reference,
        'customer' => ['name' => 'Awa Dossou', 'email' => 'awa@example.com'],
    ]);
    return $order;
}

function hook(string $body, array $headers): array
{
    // Two separated by a comma while it is renewed.
    $event = Webhooks::verify($body, $headers, explode(',', (string) getenv('WEBHOOK_SECRET')));
    if ($event->isTest || !str_starts_with($event->type, 'payment.') || !isOrder((string) $event->data['externalId'])) {
        return ['ignored' => true];
    }
    $order = readOrder((string) $event->data['externalId']);
    // A delivery that was already handled is acknowledged, and not handled again.
    if ($order['status'] === 'paid') {
        return $order;
    }
    $asked = $event->data['payment']['request'];
    $isOurs = $asked['amount'] == $order['amount'] && $asked['currency'] === $order['currency'];
    $isPaid = $event->type === 'payment.success' && $isOurs;
    $done = [...$order, 'status' => $isPaid ? 'paid' : 'failed', 'fulfilled' => $isPaid ? 1 : 0];
    writeOrder($done);
    return $done;
}

/** A payment may be another one's: a payment link's, say. */
function isOrder(string $reference): bool
{
    return preg_match('/^[\w-]{1,64}\z/', $reference) === 1 && is_file(orderFile($reference));
}

function orderFile(string $reference): string
{
    if (preg_match('/^[\w-]{1,64}\z/', $reference) !== 1) {
        throw new InvalidArgumentException('no such order');
    }
    $folder = getenv('ORDERS_FOLDER') ?: 'orders';
    if (!is_dir($folder)) {
        mkdir($folder, 0700, true);
    }
    return "{$folder}/{$reference}.json";
}

function readOrder(string $reference): array
{
    $file = orderFile($reference);
    if (!is_file($file)) {
        throw new InvalidArgumentException('no such order');
    }
    return json_decode((string) file_get_contents($file), true);
}

function writeOrder(array $order): void
{
    file_put_contents(orderFile($order['reference']), json_encode($order), LOCK_EX);
}
