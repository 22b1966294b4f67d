<?php

declare(strict_types=1);

// Makes a payment link by the PHP library, as its siblings do, and prints what came of each call.

require_once 'GuzzleHttp/autoload.php';
require_once __DIR__ . '/../../../sdk/php/autoload.php';

use GuzzleHttp\Psr7\HttpFactory;
use PaymentService\ApiException;
use PaymentService\Client;

[, $baseUrl, $apiKey, $key] = $argv;
$factory = new HttpFactory();
$http = new GuzzleHttp\Client(['timeout' => 30, 'allow_redirects' => false]);
$client = new Client($apiKey, $baseUrl, $http, $factory, $factory);
$sale = ['title' => 'Order 17', 'amount' => 12500, 'currency' => 'XOF', 'reference' => 'A-17'];

$nobody = '00000000-0000-4000-8000-000000000000';

$made = $client->createPaymentLink($sale, $key);
$again = $client->createPaymentLink($sale, $key);
$gift = $client->createPaymentLink(['title' => 'Gift', 'currency' => 'XOF', 'min_amount' => 500]);
$read = $client->paymentLink($made['id']);
$changed = $client->changePaymentLink($made['id'], ['title' => 'Order 17, again', 'reference' => null]);
$closed = $client->closePaymentLink($made['id']);

$refused = static function (Closure $work): string {
    try {
        $work();
        return 'taken';
    } catch (ApiException $error) {
        return $error->errorCode;
    }
};
$sentence = static function (Client $english) use ($nobody): string {
    try {
        return $english->paymentLink($nobody)['id'];
    } catch (ApiException $error) {
        return $error->sentence;
    }
};
$listed = array_column(iterator_to_array($client->paymentLinks(['limit' => 1]), false), 'title');
sort($listed);

echo json_encode([
    'again' => $again['id'] === $made['id'],
    'url' => str_ends_with($made['url'], "/sandbox/pay/{$made['id']}"),
    'read' => [$read['amount'], $read['status']],
    'gift' => [$gift['amount'], $gift['min_amount']],
    'changed' => [$changed['title'], $changed['reference']],
    'closed' => $closed['status'],
    'listed' => $listed,
    'wrong' => $refused(static fn () => $client->createPaymentLink([...$sale, 'origin' => '*'])),
    'unknown' => $refused(static fn () => $client->paymentLink($nobody)),
    'english' => $sentence(new Client($apiKey, $baseUrl, $http, $factory, $factory, language: 'en')),
], JSON_THROW_ON_ERROR);
