<?php

declare(strict_types=1);

// Makes a webhook endpoint by the PHP library, as its siblings do, and prints what came of each call.

require_once 'GuzzleHttp/autoload.php';
require_once __DIR__ . '/../../../sdk/php/autoload.php';

use GuzzleHttp\Psr7\HttpFactory;
use PaymentService\ApiException;
use PaymentService\Client;

[, $baseUrl, $apiKey] = $argv;
$factory = new HttpFactory();
$http = new GuzzleHttp\Client(['timeout' => 30, 'allow_redirects' => false]);
$client = new Client($apiKey, $baseUrl, $http, $factory, $factory);

$refused = static function (Closure $work): string {
    try {
        $work();
        return 'taken';
    } catch (ApiException $error) {
        return $error->errorCode;
    }
};

$made = $client->createWebhookEndpoint(['url' => 'https://shop.example/hook', 'events' => ['*']]);
$id = $made['id'];
$change = ['label' => 'Shop in Cotonou', 'events' => ['payment.failed']];
$changed = $client->changeWebhookEndpoint($id, $change);
$cleared = $client->changeWebhookEndpoint($id, ['label' => null]);
$disabled = $client->disableWebhookEndpoint($id);
$refusal = $refused(static fn () => $client->testWebhookEndpoint($id));
$enabled = $client->enableWebhookEndpoint($id);
$tested = $client->testWebhookEndpoint($id, 'payment.success');
$rotated = $client->rotateWebhookEndpoint($id, 'now');
$later = $client->rotateWebhookEndpoint($id);
$read = $client->webhookEndpoint($id);
$listed = array_column(iterator_to_array($client->webhookEndpoints(), false), 'id');
$types = array_column(iterator_to_array($client->webhookEventTypes(), false), 'code');
$deleted = $client->deleteWebhookEndpoint($id);

echo json_encode([
    'made' => [$made['status'], isset($made['secret'])],
    'changed' => [$changed['label'], $changed['events']],
    'cleared' => [$cleared['label'], $cleared['events']],
    'disabled' => $disabled['status'],
    'refused' => $refusal,
    'enabled' => $enabled['status'],
    'tested' => $tested['type'],
    'rotated' => [$rotated['secret'] !== $made['secret'], !isset($rotated['next_secret'])],
    'later' => [$later['secret'] !== $rotated['secret'], isset($read['next_secret'])],
    'listed' => $listed === [$id],
    'types' => in_array('payment.success', $types, true),
    'deleted' => $deleted['deleted'],
    'gone' => $refused(static fn () => $client->webhookEndpoint($id)),
], JSON_THROW_ON_ERROR);
