<?php

declare(strict_types=1);

namespace PaymentService;

use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/**
 * A client of the service, for one key. Amounts are numbers in units of their currency; bodies and answers are arrays
 * as the API accepts and returns them. Give `$http` a timeout: 30 seconds, plus 5 if you use `$wait`.
 */
final class Client
{
    private const WAIT_SECONDS = 5;
    private const KEYED = ['/v2/collections', '/v2/payouts', '/v2/checkouts', '/v2/payment-links'];
    private const ADDED = ['Service-Version' => '2.6.0'];

    private readonly Transport $transport;

    /**
     * @param ?\Closure(float): void $sleep Waits for this many milliseconds; for tests.
     * @param 'fr'|'en'|null $language Language of the service's messages, French by default; codes are the same in both.
     */
    public function __construct(
        #[\SensitiveParameter] string $apiKey,
        string $baseUrl,
        ClientInterface $http,
        RequestFactoryInterface $requests,
        StreamFactoryInterface $streams,
        int $maxRetries = 3,
        int $maxRetryAfterSeconds = 60,
        ?\Closure $sleep = null,
        ?string $language = null,
    ) {
        $this->transport = new Transport(
            $apiKey,
            $baseUrl,
            $http,
            $requests,
            $streams,
            $maxRetries,
            $maxRetryAfterSeconds,
            $sleep ?? static fn (float $ms) => usleep((int) ($ms * 1000)),
            $language,
        );
    }

    /**
     * Requests money from a payer. The answer is pending; the outcome follows. An existing payment with the same
     * reference, amount and kind is returned, unless `$resume` is false.
     *
     * @param array<string, mixed> $body
     * @return array<string, mixed>
     */
    public function createCollection(array $body, ?string $idempotencyKey = null, bool $resume = true): array
    {
        return $this->pay('/v2/collections', $body, $idempotencyKey, $resume);
    }

    /**
     * Sends money to an authorized account.
     *
     * @param array<string, mixed> $body
     * @return array<string, mixed>
     */
    public function createPayout(array $body, ?string $idempotencyKey = null, bool $resume = true): array
    {
        return $this->pay('/v2/payouts', $body, $idempotencyKey, $resume);
    }

    /**
     * Reads one; `$wait` holds the answer for up to 5 seconds while it is pending.
     *
     * @return array<string, mixed>
     */
    public function transaction(string $id, int $wait = 0): array
    {
        return $this->read($id, $wait)->data;
    }

    /**
     * All matching ones, newest first, over all pages.
     *
     * @param array<string, scalar|list<scalar>|null> $query
     * @return \Generator<int, array<string, mixed>>
     */
    public function transactions(array $query = []): \Generator
    {
        return $this->list('/v2/transactions', $query);
    }

    /**
     * Polls until it is no longer pending.
     *
     * @return array<string, mixed>
     * @throws WaitTimeoutException if it is still pending after the timeout
     */
    public function waitForFinal(string $id, float $timeoutSeconds = 120): array
    {
        $until = microtime(true) + $timeoutSeconds;
        while (true) {
            $wait = (int) max(0, min(self::WAIT_SECONDS, ceil($until - microtime(true))));
            $answer = $this->read($id, $wait);
            if ($answer->data['status'] !== 'pending') {
                return $answer->data;
            }
            if (microtime(true) >= $until) {
                throw new WaitTimeoutException($id, $timeoutSeconds);
            }
            if ($answer->response->getHeaderLine('Service-Wait') === 'skipped') {
                ($this->transport->sleep)(random_int(2000, 3000));
            }
        }
    }

    /**
     * In sandbox, decides the outcome of a waiting payment: `succeeded`, `failed` or `expired`; its final status and
     * webhook follow.
     *
     * @return array<string, mixed>
     */
    public function simulate(string $id, string $outcome): array
    {
        if ($id === '') {
            throw new \InvalidArgumentException('the path needs an id');
        }
        $path = '/v2/transactions/' . rawurlencode($id) . '/simulate';
        return $this->call('POST', $path, body: ['outcome' => $outcome], headers: self::ADDED);
    }

    /**
     * Creates a link for a sale: send the customer to its `url`. `amount` fixes the price; without it the customer
     * chooses.
     *
     * @param array<string, mixed> $body
     * @return array<string, mixed>
     */
    public function createPaymentLink(array $body, ?string $idempotencyKey = null): array
    {
        foreach (['amount', 'min_amount', 'max_amount'] as $name) {
            if (isset($body[$name], $body['currency'])) {
                $body[$name] = Amounts::checked($body[$name], (string) $body['currency']);
            }
        }
        return $this->call('POST', '/v2/payment-links', [], $body, $idempotencyKey, self::ADDED);
    }

    /**
     * One of your links, in any state.
     *
     * @return array<string, mixed>
     */
    public function paymentLink(string $id): array
    {
        return $this->call('GET', self::linkPath($id) . '/details', headers: self::ADDED);
    }

    /**
     * All of them, newest first, over all pages.
     *
     * @param array<string, scalar|list<scalar>|null> $query
     * @return \Generator<int, array<string, mixed>>
     */
    public function paymentLinks(array $query = []): \Generator
    {
        return $this->list('/v2/payment-links', $query, self::ADDED);
    }

    /**
     * Changes the given fields; absent ones stay, and null clears. Amounts and currency cannot change.
     *
     * @param array<string, mixed> $body
     * @return array<string, mixed>
     */
    public function changePaymentLink(string $id, array $body): array
    {
        return $this->call('PATCH', self::linkPath($id), body: $body, headers: self::ADDED);
    }

    /**
     * Closes it for good; payments in progress continue.
     *
     * @return array<string, mixed>
     */
    public function closePaymentLink(string $id): array
    {
        return $this->call('POST', self::linkPath($id) . '/close', headers: self::ADDED);
    }

    private static function linkPath(string $id): string
    {
        if ($id === '') {
            throw new \InvalidArgumentException('the path needs an id');
        }
        return '/v2/payment-links/' . rawurlencode($id);
    }

    /**
     * Only this answer contains the secret: store it.
     *
     * @param array<string, mixed> $body
     * @return array<string, mixed>
     */
    public function createWebhookEndpoint(array $body): array
    {
        return $this->call('POST', '/v2/webhook_endpoints', body: $body);
    }

    /** @return \Generator<int, array<string, mixed>> */
    public function webhookEndpoints(): \Generator
    {
        return $this->list('/v2/webhook_endpoints');
    }

    /** @return array<string, mixed> */
    public function webhookEndpoint(string $id): array
    {
        return $this->call('GET', self::endpointPath($id));
    }

    /**
     * Changes address, label or events; absent ones stay.
     *
     * @param array<string, mixed> $body
     * @return array<string, mixed>
     */
    public function changeWebhookEndpoint(string $id, array $body): array
    {
        return $this->call('PATCH', self::endpointPath($id), body: $body, headers: self::ADDED);
    }

    /**
     * Enables it: it receives events from now on.
     *
     * @return array<string, mixed>
     */
    public function enableWebhookEndpoint(string $id): array
    {
        return $this->call('POST', self::endpointPath($id) . '/enable', headers: self::ADDED);
    }

    /**
     * Disables it: it receives nothing from now on, and waiting deliveries are abandoned.
     *
     * @return array<string, mixed>
     */
    public function disableWebhookEndpoint(string $id): array
    {
        return $this->call('POST', self::endpointPath($id) . '/disable', headers: self::ADDED);
    }

    /**
     * Gives it a new secret, in 24 hours so that no delivery is lost, or `now` if the old one leaked. Only this answer
     * contains it: store it.
     *
     * @return array<string, mixed>
     */
    public function rotateWebhookEndpoint(string $id, string $starts = 'in_24_hours'): array
    {
        $path = self::endpointPath($id) . '/rotate';
        return $this->call('POST', $path, body: ['starts' => $starts], headers: self::ADDED);
    }

    /**
     * Sends it a test event, the same way as real ones.
     *
     * @return array<string, mixed>
     */
    public function testWebhookEndpoint(string $id, string $type = 'test.ping'): array
    {
        $path = self::endpointPath($id) . '/test';
        return $this->call('POST', $path, body: ['type' => $type], headers: self::ADDED);
    }

    /** @return \Generator<int, array<string, mixed>> */
    public function webhookEventTypes(): \Generator
    {
        return $this->list('/v2/webhook_event_types');
    }

    /** @return array<string, mixed> */
    public function deleteWebhookEndpoint(string $id): array
    {
        return $this->call('DELETE', self::endpointPath($id));
    }

    private static function endpointPath(string $id): string
    {
        if ($id === '') {
            throw new \InvalidArgumentException('the path needs an id');
        }
        return '/v2/webhook_endpoints/' . rawurlencode($id);
    }

    /**
     * Any operation: `call('GET', '/v2/balance')`. Returns the answer's `data`.
     *
     * @param array<string, scalar|list<scalar>|null> $query
     * @param ?array<string, mixed> $body
     * @param array<string, string> $headers
     * @return array<string|int, mixed>
     */
    public function call(
        string $method,
        string $path,
        array $query = [],
        ?array $body = null,
        ?string $idempotencyKey = null,
        array $headers = [],
    ): array {
        return $this->send($method, $path, $query, $body, $idempotencyKey, $headers)->data;
    }

    /**
     * Any list, over all its pages.
     *
     * @param array<string, scalar|list<scalar>|null> $query
     * @param array<string, string> $headers
     * @return \Generator<int, array<string, mixed>>
     */
    public function list(
        string $path,
        array $query = [],
        array $headers = [],
        string $cursorName = 'cursor',
    ): \Generator
    {
        while (true) {
            $answer = $this->send('GET', $path, $query, headers: $headers);
            foreach ($answer->data as $one) {
                yield $one;
            }
            $cursor = $answer->meta['next_cursor'] ?? null;
            if (($answer->meta['has_more'] ?? false) !== true || !is_string($cursor)) {
                return;
            }
            if ($cursor === ($query[$cursorName] ?? null)) {
                throw new InvalidResponseException(
                    "GET {$path} answered the same cursor twice, so the list would never end. Report it with the "
                    . 'request id.',
                );
            }
            $query[$cursorName] = $cursor;
        }
    }

    /**
     * Events, oldest first, as webhooks report them; `$after` an id continues from there.
     *
     * @param array<string, scalar|list<scalar>|null> $query
     * @return \Generator<int, array<string, mixed>>
     */
    public function events(?string $after = null, array $query = []): \Generator
    {
        $asked = $after === null ? $query : [...$query, 'after' => $after];
        return $this->list('/v2/events', $asked, self::ADDED, 'after');
    }

    private function read(string $id, int $wait): Answer
    {
        if ($id === '') {
            throw new \InvalidArgumentException('the path needs an id');
        }
        return $this->send('GET', '/v2/transactions/' . rawurlencode($id), $wait === 0 ? [] : ['wait' => $wait]);
    }

    /**
     * @param array<string, scalar|list<scalar>|null> $query
     * @param ?array<string, mixed> $body
     * @param array<string, string> $headers
     */
    private function send(
        string $method,
        string $path,
        array $query = [],
        ?array $body = null,
        ?string $idempotencyKey = null,
        array $headers = [],
    ): Answer {
        $isKeyed = $method === 'POST' && (in_array($path, self::KEYED, true) || str_ends_with($path, '/collections'));
        $risk = $method === 'GET' ? 'none' : ($isKeyed ? 'keyed' : 'unkeyed');
        if (!str_starts_with($path, '/')) {
            throw new \InvalidArgumentException("the path begins with /, not \"{$path}\"");
        }
        if ($isKeyed || $idempotencyKey !== null) {
            $headers = ['Idempotency-Key' => self::checkedKey($idempotencyKey), ...$headers];
        }
        if ($method === 'POST') {
            $body ??= [];
        }
        $text = $body === null ? null : self::json($body);
        $asked = $query === [] ? $path : $path . '?' . self::queryText($query);
        return $this->transport->send($method, $asked, $risk, $text, $headers);
    }

    /**
     * @param array<string, mixed> $body
     * @return array<string, mixed>
     */
    private function pay(string $path, array $body, ?string $idempotencyKey, bool $resume): array
    {
        $body['amount'] = Amounts::checked($body['amount'] ?? null, (string) ($body['currency'] ?? ''));
        try {
            return $this->call('POST', $path, body: $body, idempotencyKey: $idempotencyKey);
        } catch (DuplicateReferenceException $error) {
            $id = $error->transactionId();
            if (!$resume || $id === null) {
                throw $error;
            }
            return $this->resumed($error, $id, $path === '/v2/payouts' ? 'payout' : 'collection', $body);
        }
    }

    /**
     * The existing payment with this reference, if it is the same payment.
     *
     * @param array<string, mixed> $asked
     * @return array<string, mixed>
     */
    private function resumed(DuplicateReferenceException $error, string $id, string $kind, array $asked): array
    {
        $found = $this->transaction($id);
        $isSame = $found['type'] === $kind && $found['currency'] === $asked['currency'];
        if ($isSame && $found['amount'] == $asked['amount']) {
            return $found;
        }
        throw new DuplicateReferenceException(
            $error->refusal,
            "Transaction {$id} has this reference: a {$found['type']} of {$found['amount']} {$found['currency']}, where "
            . "a {$kind} of {$asked['amount']} {$asked['currency']} was asked for. Use a new reference for another "
            . 'payment.',
        );
    }

    /** The key, or a new one for none. One that the service would refuse is never replaced: that could pay twice. */
    private static function checkedKey(?string $key): string
    {
        $key ??= bin2hex(random_bytes(16));
        if (preg_match('/^[A-Za-z0-9_-]{1,128}\z/', $key) === 1) {
            return $key;
        }
        $given = json_encode($key, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE);
        throw new \InvalidArgumentException(
            "An idempotency key has 1 to 128 letters, digits, - and _, and this one is {$given}. Leave it out to have "
            . 'one made.',
        );
    }

    /**
     * The separator of http_build_query is a setting of PHP.
     *
     * @param array<string, scalar|list<scalar>|null> $query
     */
    private static function queryText(array $query): string
    {
        return http_build_query(array_map(self::textOf(...), $query), '', '&');
    }

    /** A value of the query: lists are separated by commas; http_build_query leaves null out. */
    private static function textOf(mixed $value): mixed
    {
        return match (true) {
            is_array($value) => implode(',', array_map(self::textOf(...), $value)),
            is_bool($value) => $value ? 'true' : 'false',
            default => $value,
        };
    }

    /** @param array<string, mixed> $body */
    private static function json(array $body): string
    {
        // PHP does not tell an empty object from an empty list.
        if (($body['metadata'] ?? null) === []) {
            $body['metadata'] = new \stdClass();
        }
        $object = $body === [] ? new \stdClass() : $body;
        // The setting of hosts of long standing would send 33.33 as 33.329999999999998.
        $precision = ini_set('serialize_precision', '-1');
        try {
            return json_encode($object, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        } finally {
            ini_set('serialize_precision', (string) $precision);
        }
    }
}
