<?php

declare(strict_types=1);

namespace PaymentService;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamFactoryInterface;

/** Retries what is safe to repeat: reads, requests with an idempotency key, and requests refused by a rate limit. */
final class Transport
{
    public const ADVICE_AFTER_LOSS = [
        'none' => 'Check the base address and the network; nothing was changed.',
        'keyed' => 'It may have been accepted all the same: ask once more with the same idempotency key, or look for its '
            . 'reference, before anybody pays twice.',
        'unkeyed' => 'It may have been done all the same: look before you ask again.',
    ];

    /** The version of this package; a test compares it with composer.json. */
    private const VERSION = '0.1.0';

    private const BASE_MS = 500;
    private const BACKOFF_MS_MAX = 8000;
    private const SPREAD_MS = 250;

    /** @param \Closure(float): void $sleep Waits for this many milliseconds. */
    public function __construct(
        #[\SensitiveParameter] private readonly string $apiKey,
        private readonly string $baseUrl,
        private readonly ClientInterface $http,
        private readonly RequestFactoryInterface $requests,
        private readonly StreamFactoryInterface $streams,
        private readonly int $maxRetries,
        private readonly int $maxRetryAfterSeconds,
        public readonly \Closure $sleep,
        private readonly ?string $language,
    ) {
        if (preg_match('#^https?://[^/]#', $baseUrl) !== 1) {
            throw new \InvalidArgumentException(
                "The base address must begin with https:// or http://, and is \"{$baseUrl}\".",
            );
        }
        if (preg_match('/^[!-~]*\z/', $apiKey) !== 1) {
            throw new \InvalidArgumentException(
                'The key contains a space, a line break or an accent: give it as the portal shows it.',
            );
        }
    }

    /** What dumps show: everything but the key. */
    public function __debugInfo(): array
    {
        return ['apiKey' => '…', 'http' => null] + get_object_vars($this);
    }

    /**
     * @param string $risk `none`, `keyed` (it has an idempotency key) or `unkeyed`
     * @param array<string, string> $headers
     */
    public function send(string $method, string $path, string $risk, ?string $body, array $headers): Answer
    {
        $request = $this->request($method, $path, $body, $headers);
        for ($tries = 1; ; $tries += 1) {
            $outcome = $this->tryOnce($request, $risk);
            if ($outcome instanceof Answer) {
                return $outcome;
            }
            $pauseMs = $this->pauseAfter($outcome, $tries);
            if ($pauseMs === null) {
                throw ($outcome->exceptionAfter)($tries);
            }
            ($this->sleep)($pauseMs);
        }
    }

    /** @param array<string, string> $headers */
    private function request(string $method, string $path, ?string $body, array $headers): RequestInterface
    {
        $request = $this->requests
            ->createRequest($method, rtrim($this->baseUrl, '/') . $path)
            ->withHeader('Accept', 'application/json')
            ->withHeader('Authorization', "Bearer {$this->apiKey}")
            ->withHeader('User-Agent', self::agent());
        if ($this->language !== null) {
            $request = $request->withHeader('Accept-Language', $this->language);
        }
        foreach ($headers as $name => $value) {
            $request = $request->withHeader($name, $value);
        }
        if ($body === null) {
            return $request;
        }
        return $request
            ->withHeader('Content-Type', 'application/json')
            ->withBody($this->streams->createStream($body));
    }

    /** The version of PHP is without what distributions add to it, such as `8.2.1-1+deb12u1`. */
    private static function agent(): string
    {
        $php = PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION . '.' . PHP_RELEASE_VERSION;
        return 'payment-service-php/' . self::VERSION . " php/{$php}";
    }

    private function pauseAfter(Miss $miss, int $tries): ?float
    {
        if (!$miss->isRepeatable || $tries > $this->maxRetries) {
            return null;
        }
        $chance = random_int(0, PHP_INT_MAX) / PHP_INT_MAX;
        if ($miss->retryAfter === null) {
            $whole = min(self::BASE_MS * 2 ** ($tries - 1), self::BACKOFF_MS_MAX);
            return $whole / 2 + $chance * $whole / 2;
        }
        if ($miss->retryAfter > $this->maxRetryAfterSeconds) {
            return null;
        }
        return $miss->retryAfter * 1000 + $chance * self::SPREAD_MS;
    }

    private function tryOnce(RequestInterface $request, string $risk): Answer|Miss
    {
        try {
            $request->getBody()->rewind();
            $response = $this->http->sendRequest($request);
            // Some clients read the body only now; a stream that breaks off throws a RuntimeException.
            $text = (string) $response->getBody();
        } catch (ClientExceptionInterface | \RuntimeException $error) {
            return $this->lost($request, $risk, $error);
        }
        return $this->judge($response, $text, $request, $risk);
    }

    private function lost(RequestInterface $request, string $risk, \Throwable $cause): Miss
    {
        return new Miss($risk !== 'unkeyed', null, static function (int $tries) use ($request, $risk, $cause) {
            $times = $tries === 1 ? 'once' : "{$tries} times";
            // PSR-18 has no exception for timeouts; all clients mention them in the message.
            $isTimeout = preg_match('/timed? ?out|error 28\b/i', $cause->getMessage()) === 1;
            $what = $isTimeout ? 'had no answer in time' : 'broke off';
            $advice = self::ADVICE_AFTER_LOSS[$risk];
            $why = $isTimeout || $cause->getMessage() === '' ? '' : ': ' . rtrim($cause->getMessage(), '.');
            $address = "{$request->getMethod()} {$request->getUri()->withQuery('')}";
            $text = "{$address} {$what}, {$times}{$why}. {$advice}";
            return $isTimeout
                ? new TimeoutException($text, 0, $cause)
                : new ConnectionException($text, 0, $cause);
        });
    }

    private function judge(
        ResponseInterface $response,
        string $text,
        RequestInterface $request,
        string $risk,
    ): Answer|Miss {
        $json = json_decode($text, true);
        $json = is_array($json) ? $json : [];
        $status = $response->getStatusCode();
        if ($status >= 200 && $status < 300) {
            $isOurs = is_array($json['data'] ?? null) && is_array($json['meta'] ?? null);
            return $isOurs
                ? new Answer($json['data'], $json['meta'], $response)
                : $this->strange($status, $request, $risk);
        }
        $error = $json['error'] ?? null;
        $refusal = new Refusal($response, is_array($error) ? $error : []);
        $retryAfter = self::retryAfter($response);
        $exception = $refusal->exception($retryAfter, $risk);
        return new Miss(self::isRepeatable($refusal, $risk), $retryAfter, static fn () => $exception);
    }

    /** A request refused before any work was done may always be retried. */
    private static function isRepeatable(Refusal $refusal, string $risk): bool
    {
        if ($refusal->status === 429 || $refusal->code === 'request_in_progress') {
            return true;
        }
        $isLost = $refusal->status === 408 || ($refusal->status >= 500 && $refusal->status !== 501);
        return $isLost && $risk !== 'unkeyed';
    }

    private function strange(int $status, RequestInterface $request, string $risk): Miss
    {
        $advice = $risk === 'none' ? '' : ' ' . self::ADVICE_AFTER_LOSS[$risk];
        $exception = new InvalidResponseException(
            "{$request->getMethod()} {$request->getUri()->getPath()} was answered {$status}, but not JSON of this "
            . 'service. ' . Refusal::STRANGER_ADVICE . $advice,
        );
        return new Miss($risk !== 'unkeyed', null, static fn () => $exception);
    }

    /** The seconds in `Retry-After`; a date is compared with the service's `Date` header. */
    private static function retryAfter(ResponseInterface $response): ?int
    {
        $text = trim($response->getHeaderLine('Retry-After'));
        if (preg_match('/^\d{1,9}\z/', $text) === 1) {
            return (int) $text;
        }
        $until = self::secondsOf($text);
        if ($until === null) {
            return null;
        }
        return max(0, $until - (self::secondsOf($response->getHeaderLine('Date')) ?? time()));
    }

    private static function secondsOf(string $date): ?int
    {
        $time = \DateTimeImmutable::createFromFormat('D, d M Y H:i:s \G\M\T', $date, new \DateTimeZone('UTC'));
        return $time === false ? null : $time->getTimestamp();
    }
}
