<?php

declare(strict_types=1);

namespace PaymentService;

/** Every error of this library: `kind` for programs, the message for people, with a remedy. */
abstract class PaymentServiceException extends \RuntimeException
{
    public const KIND = 'api';
}

/** A refusal by the service. Programs test `errorCode`; `sentence` may be shown to people as it is. */
class ApiException extends PaymentServiceException
{
    public readonly int $status;
    public readonly string $errorCode;
    public readonly string $type;
    public readonly string $sentence;
    /** @var array<string, mixed> */
    public readonly array $details;
    public readonly ?string $requestId;
    public readonly ?string $docUrl;

    public function __construct(public readonly Refusal $refusal, string $advice)
    {
        $request = $refusal->requestId === null ? '' : ", request {$refusal->requestId}";
        $page = $refusal->docUrl === null ? '' : " See {$refusal->docUrl}";
        parent::__construct(
            "{$refusal->sentence} ({$refusal->status} {$refusal->code}{$request}). {$advice}{$page}",
        );
        $this->status = $refusal->status;
        $this->errorCode = $refusal->code;
        $this->type = $refusal->type;
        $this->sentence = $refusal->sentence;
        $this->details = $refusal->details;
        $this->requestId = $refusal->requestId;
        $this->docUrl = $refusal->docUrl;
    }
}

/** 401: no key, or an unknown one. */
final class AuthenticationException extends ApiException
{
    public const KIND = 'authentication';
}

/** 403: not allowed with this key or account. */
final class PermissionException extends ApiException
{
    public const KIND = 'permission';
}

/** 404: does not exist in this mode. */
final class NotFoundException extends ApiException
{
    public const KIND = 'not_found';
}

/** 409 and 410: the present state does not allow it. */
final class ConflictException extends ApiException
{
    public const KIND = 'conflict';
}

/** 409 for a reference that another payment already has. */
final class DuplicateReferenceException extends ApiException
{
    public const KIND = 'duplicate_reference';

    /** The id of that payment. */
    public function transactionId(): ?string
    {
        $id = $this->details['transaction_id'] ?? null;
        return is_string($id) ? $id : null;
    }
}

/** 422: refused because of fields or rules. */
final class ValidationException extends ApiException
{
    public const KIND = 'validation';

    /** @return list<array{field: string, code: string, message: string}> */
    public function fields(): array
    {
        if (is_array($this->details['fields'] ?? null)) {
            return $this->refusal->fields();
        }
        $field = $this->details['field'] ?? null;
        $one = ['field' => $field, 'code' => $this->errorCode, 'message' => $this->sentence];
        return is_string($field) ? [$one] : [];
    }
}

/** 429, after all retries, or if the service asks to wait for longer than the client is willing to. */
final class RateLimitException extends ApiException
{
    public const KIND = 'rate_limited';

    public function __construct(Refusal $refusal, string $advice, public readonly ?int $retryAfterSeconds)
    {
        parent::__construct($refusal, $advice);
    }
}

/** 5xx: a part of the service, or the operator, is down. */
final class ServerException extends ApiException
{
    public const KIND = 'server';
}

/** No answer in time, at any attempt. */
final class TimeoutException extends PaymentServiceException
{
    public const KIND = 'timeout';
}

/** The connection failed, or broke in the middle of an answer. */
final class ConnectionException extends PaymentServiceException
{
    public const KIND = 'connection';
}

/** An answer that does not come from this service. */
final class InvalidResponseException extends PaymentServiceException
{
    public const KIND = 'invalid_response';
}

/** An amount that is not valid in its currency. */
final class InvalidAmountException extends PaymentServiceException
{
    public const KIND = 'invalid_amount';
}

/** A payment that was still pending when `waitForFinal` timed out. */
final class WaitTimeoutException extends PaymentServiceException
{
    public const KIND = 'wait_timeout';

    public function __construct(public readonly string $transactionId, float $seconds)
    {
        parent::__construct(
            "Transaction {$transactionId} is still pending after {$seconds} seconds. It is not failed: "
            . 'do not ask for it again. Read it later, or let its webhook tell you.',
        );
    }
}

/** A delivery that must not be trusted: answer 400, and ignore its content. */
final class WebhookException extends PaymentServiceException
{
    public const KIND = 'webhook';

    private const TEXTS = [
        'missing_secret' => 'No secret was given, or only whsec_ without its base64. Pass the secret of the endpoint, '
            . 'which was shown once, when it was made or renewed.',
        'missing_signature' => 'The request has neither webhook-signature nor X-Service-Signature. Either it is not of '
            . 'the service, or a proxy in front of you drops these headers: let them through.',
        'missing_timestamp' => 'The request lacks webhook-id, webhook-timestamp or webhook-signature, so a replay of it '
            . 'could not be told. Let these headers through. Only where your service does not send them, allow untimed '
            . 'deliveries and keep every id.',
        'timestamp_too_old' => 'The delivery was sent %d seconds ago. It is a replay, or the clock of this machine is '
            . 'ahead: set it by NTP.',
        'timestamp_in_future' => 'The delivery is %d seconds ahead of the clock of this machine. Set the clock by NTP.',
        'signature_mismatch' => 'The signature is not that of this body. Verify the raw body as it came, before any '
            . 'parser, and with the secret of this endpoint in this mode. If both are so, somebody else sent or changed '
            . 'it: answer 400.',
        'invalid_body' => 'The signature is right, but the body is not { "payload": "…" }. Pass the whole raw body, and '
            . 'the address of the endpoint to nobody else.',
        'cannot_decrypt' => 'The signature is right, but the payload does not open. Pass every secret that is valid now: '
            . 'the new one and, during a rotation, the old one.',
    ];

    public function __construct(public readonly string $problem, int $seconds = 0)
    {
        parent::__construct(sprintf(self::TEXTS[$problem], $seconds));
    }
}
