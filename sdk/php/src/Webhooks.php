<?php

declare(strict_types=1);

namespace PaymentService;

/** Webhook deliveries: verified, decrypted and parsed in one call. */
final class Webhooks
{
    public const TOLERANCE_SECONDS = 300;

    /**
     * Verifies, decrypts and parses one delivery.
     *
     * @param string $body The raw body: `file_get_contents('php://input')`.
     * @param array<string, string|list<string>> $headers From a PSR-7 request, or from `getallheaders()`.
     * @param string|list<string> $secrets One or several, as shown in the portal or as `whsec_…`.
     * @param bool $allowUntimed Accept deliveries with only `X-Service-Signature`, which covers no time, so that anybody
     *     who intercepts one can replay it.
     * @throws WebhookException whose `problem` says which check failed.
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array $secrets,
        int $toleranceSeconds = self::TOLERANCE_SECONDS,
        bool $allowUntimed = false,
        ?int $now = null,
    ): WebhookEvent {
        $known = array_map(self::keyOf(...), (array) $secrets);
        // Everybody can sign with an empty key: it is none.
        $keys = array_values(array_filter($known, static fn (string $key): bool => $key !== ''));
        if ($keys === []) {
            throw new WebhookException('missing_secret');
        }
        $given = self::lowered($headers);
        if (isset($given['webhook-signature']) || isset($given['webhook-id'])) {
            [$key, $id, $sent] = self::provenByTime($body, $given, $keys);
            self::checkTime($sent, $now ?? time(), $toleranceSeconds);
            $sentAt = (new \DateTimeImmutable())->setTimestamp($sent);
        } else {
            [$key, $id] = self::provenByPayload($body, $given, $keys, $allowUntimed);
            $sentAt = null;
        }
        [$type, $data] = self::opened($body, [$key, ...$keys]);
        return new WebhookEvent($id, $type, $data, ($data['test'] ?? false) === true, $sentAt);
    }

    /**
     * @param array<string, string> $given
     * @param list<string> $keys
     * @return array{string, string, int}
     */
    private static function provenByTime(
        string $body,
        array $given,
        #[\SensitiveParameter] array $keys,
    ): array {
        $id = $given['webhook-id'] ?? null;
        $seconds = $given['webhook-timestamp'] ?? '';
        $signatures = $given['webhook-signature'] ?? null;
        if ($id === null || $signatures === null || preg_match('/^\d{1,12}\z/', $seconds) !== 1) {
            throw new WebhookException('missing_timestamp');
        }
        $found = [];
        foreach (explode(' ', $signatures) as $one) {
            if (str_starts_with($one, 'v1,')) {
                $found[] = (string) base64_decode(substr($one, 3), true);
            }
        }
        return [self::signerOf($keys, "{$id}.{$seconds}.{$body}", $found), $id, (int) $seconds];
    }

    /**
     * @param array<string, string> $given
     * @param list<string> $keys
     * @return array{string, string}
     */
    private static function provenByPayload(
        string $body,
        array $given,
        #[\SensitiveParameter] array $keys,
        bool $allowUntimed,
    ): array {
        $signature = $given['x-service-signature'] ?? null;
        if ($signature === null) {
            throw new WebhookException('missing_signature');
        }
        if (!$allowUntimed) {
            throw new WebhookException('missing_timestamp');
        }
        $bytes = preg_match('/^[0-9a-f]{64}\z/i', $signature) === 1 ? (string) hex2bin($signature) : '';
        // A modified body may no longer be JSON: that is a wrong signature, not a wrong format.
        $key = self::signerOf($keys, self::payloadIn($body) ?? '', [$bytes]);
        return [$key, $given['x-service-delivery'] ?? $signature];
    }

    /**
     * @param list<string> $keys
     * @param list<string> $signatures
     */
    private static function signerOf(#[\SensitiveParameter] array $keys, string $message, array $signatures): string
    {
        foreach ($keys as $key) {
            $expected = hash_hmac('sha256', $message, $key, true);
            foreach ($signatures as $signature) {
                if (hash_equals($expected, $signature)) {
                    return $key;
                }
            }
        }
        throw new WebhookException('signature_mismatch');
    }

    private static function checkTime(int $sent, int $now, int $toleranceSeconds): void
    {
        if ($now - $sent > $toleranceSeconds) {
            throw new WebhookException('timestamp_too_old', $now - $sent);
        }
        if ($sent - $now > $toleranceSeconds) {
            throw new WebhookException('timestamp_in_future', $sent - $now);
        }
    }

    /**
     * @param list<string> $keys
     * @return array{string, array<string, mixed>}
     */
    private static function opened(string $body, #[\SensitiveParameter] array $keys): array
    {
        $payload = self::payloadIn($body);
        if ($payload === null) {
            throw new WebhookException('invalid_body');
        }
        foreach ($keys as $key) {
            $outer = self::objectIn(self::decrypt($key, $payload));
            $event = $outer['event'] ?? null;
            $data = is_string($outer['data'] ?? null) ? self::objectIn($outer['data']) : null;
            if (is_string($event) && $data !== null) {
                return [$event, $data];
            }
        }
        throw new WebhookException('cannot_decrypt');
    }

    private static function decrypt(#[\SensitiveParameter] string $key, string $payload): string
    {
        $sealed = (string) base64_decode($payload, true);
        if (strlen($sealed) <= 16) {
            return '';
        }
        // Without OPENSSL_RAW_DATA the ciphertext is read as base64, which it is.
        [$iv, $text] = [substr($sealed, 0, 16), substr($sealed, 16)];
        return (string) openssl_decrypt($text, 'aes-256-cbc', substr($key, 0, 32), 0, $iv);
    }

    private static function payloadIn(string $body): ?string
    {
        $payload = self::objectIn($body)['payload'] ?? null;
        return is_string($payload) ? $payload : null;
    }

    /** @return ?array<string, mixed> */
    private static function objectIn(string $text): ?array
    {
        $value = json_decode($text, true);
        return is_array($value) && !array_is_list($value) ? $value : null;
    }

    /**
     * @param array<string, string|list<string>> $headers
     * @return array<string, string>
     */
    private static function lowered(array $headers): array
    {
        $given = [];
        foreach ($headers as $name => $value) {
            $given[strtolower((string) $name)] = is_array($value) ? (string) ($value[0] ?? '') : $value;
        }
        return $given;
    }

    private static function keyOf(#[\SensitiveParameter] string $given): string
    {
        // One read from a file, or after a comma, may have a line break or a space around it; none has one within.
        $secret = trim($given);
        return str_starts_with($secret, 'whsec_') ? (string) base64_decode(substr($secret, 6), true) : $secret;
    }
}
