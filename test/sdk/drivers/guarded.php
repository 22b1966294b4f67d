<?php

declare(strict_types=1);

// What a PHP program may print of the library: dumps, and traces with arguments, as an error tracker keeps them. And an
// object that is empty, as it is sent.

require_once 'GuzzleHttp/autoload.php';
require_once __DIR__ . '/../../../sdk/php/autoload.php';

use GuzzleHttp\Psr7\HttpFactory;
use PaymentService\Client;
use PaymentService\Webhooks;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;

/** Gives answers whose body breaks off while it is read, as Symfony's client does, then whole ones. */
final class Breaking implements ClientInterface
{
    public int $asked = 0;
    public string $sent = '';
    public string $query = '';

    public function sendRequest(RequestInterface $request): ResponseInterface
    {
        $this->asked += 1;
        $this->sent = (string) $request->getBody();
        $this->query = $request->getUri()->getQuery();
        $whole = '{"data":{"id":"17","status":"pending"},"meta":{}}';
        $body = $this->asked > 1 ? $whole : new GuzzleHttp\Psr7\PumpStream(
            static fn () => throw new RuntimeException('Unable to read from stream'),
        );
        return new GuzzleHttp\Psr7\Response(200, [], $body);
    }
}

$traceOf = static function (Closure $work): string {
    try {
        $work();
        return 'nothing was thrown';
    } catch (Throwable $error) {
        // This program's own frames have the secrets, of course.
        $frames = array_filter($error->getTrace(), static fn (array $one) => isset($one['class']) && !str_contains($one['function'], '{closure'));
        return print_r($frames, true);
    }
};
$dumpOf = static function (mixed $value): string {
    ob_start();
    var_dump($value);
    return print_r($value, true) . ob_get_clean();
};

[, $key, $secret] = $argv;
$factory = new HttpFactory();
$breaking = new Breaking();
$client = new Client($key, 'https://pay.example', $breaking, $factory, $factory, sleep: static fn (float $ms) => null);
$headers = ['webhook-id' => '1', 'webhook-timestamp' => (string) time(), 'webhook-signature' => 'v1,AAAA'];
echo json_encode([
    'read' => $client->transaction('17')['status'],
    'asked' => $breaking->asked,
    'sent' => [$client->call('POST', '/v2/checkouts', body: ['metadata' => [], 'amount' => 33.33]), $breaking->sent][1],
    'query' => [$client->call('GET', '/v2/fees', ['type' => 'payout', 'limit' => 2]), $breaking->query][1],
    'dump' => $dumpOf($client),
    'made' => $traceOf(static fn () => new Client("{$key} ", 'https://pay.example', $breaking, $factory, $factory)),
    'verified' => $traceOf(static fn () => Webhooks::verify('{}', $headers, $secret)),
    'opened' => $traceOf(static fn () => Webhooks::verify('{}', [], [$secret, "{$secret}0"])),
], JSON_THROW_ON_ERROR | JSON_PARTIAL_OUTPUT_ON_ERROR);
