<?php

declare(strict_types=1);

// Plays the vectors with the PHP library, as its siblings do, and prints what came of each.

require_once 'GuzzleHttp/autoload.php';
require_once __DIR__ . '/../../../sdk/php/autoload.php';

use GuzzleHttp\Psr7\HttpFactory;
use PaymentService\Amounts;
use PaymentService\ApiException;
use PaymentService\Client;
use PaymentService\DuplicateReferenceException;
use PaymentService\PaymentServiceException;
use PaymentService\RateLimitException;
use PaymentService\ValidationException;
use PaymentService\WebhookException;
use PaymentService\Webhooks;

ini_set('serialize_precision', '-1');
$read = static fn (string $name): array => json_decode(
    (string) file_get_contents(__DIR__ . "/../../../sdk/vectors/{$name}.json"),
    true,
);
[$deliveries, $http, $amounts] = [$read('webhooks'), $read('http'), $read('amounts')];
$baseUrl = $argv[1];

function webhook(array $case): array
{
    try {
        $event = Webhooks::verify(
            $case['body'],
            $case['headers'],
            $case['secrets'],
            allowUntimed: $case['allow_untimed'] ?? false,
            now: $case['now'],
        );
    } catch (WebhookException $error) {
        return ['error' => $error->problem, 'message' => $error->getMessage()];
    }
    $opened = ['id' => $event->id, 'type' => $event->type, 'data' => $event->data, 'is_test' => $event->isTest];
    return ['opened' => $opened];
}

function played(array $http, array $case, string $url): array
{
    $waits = [];
    $factory = new HttpFactory();
    $client = new Client(
        'SKSANDBOX_scripted',
        $url,
        new GuzzleHttp\Client(['timeout' => $case['timeout_ms'] / 1000, 'allow_redirects' => false]),
        $factory,
        $factory,
        $http['max_retries'],
        $http['max_retry_after_seconds'],
        static function (float $ms) use (&$waits): void {
            $waits[] = $ms;
        },
    );
    try {
        $told = made($client, $case, $http['calls'][$case['call']] ?? null);
    } catch (PaymentServiceException $error) {
        $told = told($error);
    } catch (InvalidArgumentException $error) {
        $told = ['error' => 'argument', 'message' => $error->getMessage()];
    }
    return [...$told, 'waits' => $waits];
}

function made(Client $client, array $case, mixed $given): array
{
    $call = $case['call'];
    if ($call === 'list' || $call === 'filtered') {
        $list = iterator_to_array($client->transactions($given ?? ['limit' => 2]), false);
        return ['ids' => array_column($list, 'id')];
    }
    $one = match ($call) {
        'collection' => $client->createCollection($given, $case['idempotency_key'] ?? null),
        'payment_link' => $client->createPaymentLink($given),
        'read' => $client->transaction($given),
        'wait' => $client->waitForFinal($given),
        'keyed' => $client->call('POST', '/v2/quotes', body: $given, idempotencyKey: 'order-17'),
        'webhook_endpoint' => $client->createWebhookEndpoint($given),
    };
    return ['ok' => ['id' => $one['id'], 'status' => $one['status']]];
}

function told(PaymentServiceException $error): array
{
    $said = ['error' => $error::KIND, 'message' => $error->getMessage()];
    if ($error instanceof ApiException) {
        $said += [
            'code' => $error->errorCode,
            'status' => $error->status,
            'type' => $error->type,
            'request_id' => $error->requestId,
            'doc_url' => $error->docUrl,
        ];
    }
    if ($error instanceof RateLimitException) {
        $said['retry_after_seconds'] = $error->retryAfterSeconds;
    }
    if ($error instanceof DuplicateReferenceException) {
        $said['transaction_id'] = $error->transactionId();
    }
    if ($error instanceof ValidationException) {
        $said['fields'] = array_column($error->fields(), 'field');
    }
    return $said;
}

function refused(array $one): string
{
    try {
        Amounts::checked(json_decode($one['json']), $one['currency']);
        return 'taken';
    } catch (PaymentServiceException $error) {
        return $error::KIND;
    }
}

$answers = [];
foreach ($http['cases'] as $at => $case) {
    $answers[] = played($http, $case, "{$baseUrl}/{$at}");
}
$exact = static fn (array $one): string => json_encode(Amounts::fromMinor((int) $one['minor'], $one['currency']));
echo json_encode(
    [
        'webhooks' => array_map(webhook(...), $deliveries['cases']),
        'http' => $answers,
        'amounts' => [
            'decimals' => array_map(Amounts::decimalsOf(...), array_keys($amounts['decimals'])),
            'exact' => array_map($exact, $amounts['exact']),
            'refused' => array_map(refused(...), $amounts['refused']),
        ],
    ],
    JSON_THROW_ON_ERROR,
);
