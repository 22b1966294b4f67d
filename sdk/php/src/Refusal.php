<?php

declare(strict_types=1);

namespace PaymentService;

use Psr\Http\Message\ResponseInterface;

/** The service's refusal. */
final class Refusal
{
    public readonly int $status;
    public readonly string $code;
    public readonly string $type;
    public readonly string $sentence;
    /** @var array<string, mixed> */
    public readonly array $details;
    public readonly ?string $requestId;
    public readonly ?string $docUrl;

    /** @param array<string, mixed> $error */
    public function __construct(ResponseInterface $response, array $error)
    {
        $status = $response->getStatusCode();
        $details = $error['details'] ?? [];
        $this->status = $status;
        $location = $response->getHeaderLine('Location');
        $where = $location === '' ? '' : ", which leads to {$location}";
        // A gateway's refusal may look like ours, with numbers in it.
        $text = static fn (string $name): ?string => is_string($error[$name] ?? null) ? $error[$name] : null;
        $this->code = $text('code') ?? 'unknown';
        $this->type = $text('type') ?? 'unknown';
        $this->sentence = $text('message') ?? "The service, or a proxy before it, answered {$status}{$where}.";
        $this->details = is_array($details) && !array_is_list($details) ? $details : [];
        $this->requestId = $text('request_id') ?? ($response->getHeaderLine('X-Request-Id') ?: null);
        $this->docUrl = $text('doc_url');
    }

    /** The exception that fits its status and code; `risk` is what may have happened to the request. */
    public function exception(?int $retryAfter, string $risk): ApiException
    {
        $advice = $this->code === 'unknown' && $this->status < 500
            ? self::STRANGER_ADVICE
            : self::ADVICE[$this->code] ?? null;
        return match (true) {
            $this->status === 429 => new RateLimitException($this, self::patience($retryAfter), $retryAfter),
            $this->code === 'duplicate_reference' => new DuplicateReferenceException($this, (string) $advice),
            $this->status >= 500 => new ServerException(
                $this,
                $advice ?? ($risk === 'none' ? 'Try again in a while.' : Transport::ADVICE_AFTER_LOSS[$risk]),
            ),
            $this->status === 401 => new AuthenticationException(
                $this,
                $advice ?? 'Check the key: whole, of the right mode, and not renewed since.',
            ),
            $this->status === 403 => new PermissionException(
                $this,
                $advice ?? 'Use a key that may do this; the secret key may do most.',
            ),
            $this->status === 404 => new NotFoundException(
                $this,
                $advice ?? 'Check the id, and that the key is of the same mode and service.',
            ),
            $this->status === 409 => new ConflictException(
                $this,
                $advice ?? 'Read what is there, and decide by its state.',
            ),
            $this->status === 410 => new ConflictException($this, $advice ?? 'Make a new one.'),
            $this->status === 422 => new ValidationException($this, $this->fieldAdvice()),
            $this->status === 408 => new ApiException($this, Transport::ADVICE_AFTER_LOSS[$risk]),
            $this->status === 400 => new ApiException($this, $advice ?? 'Correct the request.'),
            default => new ApiException($this, $advice ?? 'Its page says what to do.'),
        };
    }

    /** For an answer that is not the service's. */
    public const STRANGER_ADVICE =
        'Check the base address, and what stands between: a proxy, a portal of the network.';

    private const ADVICE = [
        'idempotency_conflict' => 'The key belongs to another request: use a new idempotency key for this one.',
        'request_in_progress' =>
            'It is still being worked on: ask once more in a minute, with the same idempotency key.',
        'duplicate_reference' => 'Read the transaction in details.transaction_id before you make a second payment.',
        'not_implemented' => 'The documentation says what this service offers.',
        'route_not_found' => 'Check the method and the path, and that the base address ends before /v2.',
        'method_not_allowed' => 'Check the method and the path.',
        'live_mode_required' => 'Use a live key.',
        'sandbox_mode_required' => 'Use a sandbox key.',
        'operation_not_allowed' => 'Ask the owner of the account, or support.',
    ];

    private static function patience(?int $seconds): string
    {
        if ($seconds === null) {
            return 'Ask less often, and again in a minute.';
        }
        $unit = $seconds === 1 ? 'second' : 'seconds';
        return "Ask again in {$seconds} {$unit}, with the same idempotency key.";
    }

    /**
     * The refused fields that it lists; a gateway's refusal may have others.
     *
     * @return list<array{field: string, code: string, message: string}>
     */
    public function fields(): array
    {
        $fields = $this->details['fields'] ?? [];
        $isOurs = static fn (mixed $one): bool => is_string($one['field'] ?? null) && is_string($one['message'] ?? null);
        return array_values(array_filter(is_array($fields) ? $fields : [], $isOurs));
    }

    /** The sentence of a refusal with one field is about that field already. */
    private function fieldAdvice(): string
    {
        $fields = $this->fields();
        $field = $this->details['field'] ?? null;
        if (count($fields) < 2) {
            return is_string($field) ? "Field: {$field}." : 'Correct the request.';
        }
        $said = array_map(static fn (array $one): string => "{$one['field']}: {$one['message']}", $fields);
        return 'Correct these fields: ' . implode(' ', $said);
    }
}
