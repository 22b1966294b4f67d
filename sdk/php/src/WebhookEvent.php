<?php

declare(strict_types=1);

namespace PaymentService;

/** A delivery that was verified. */
final class WebhookEvent
{
    /**
     * @param string $id The same at every attempt: store it under a unique constraint, and answer 2xx to an id you
     *     have already handled.
     * @param string $type `payment.success`, `test.ping` …
     * @param array<string, mixed> $data
     * @param bool $isTest True for a test event: answer 2xx, and do nothing else.
     * @param ?\DateTimeImmutable $sentAt When this attempt was sent; null with only `X-Service-Signature`.
     */
    public function __construct(
        public readonly string $id,
        public readonly string $type,
        public readonly array $data,
        public readonly bool $isTest,
        public readonly ?\DateTimeImmutable $sentAt,
    ) {
    }
}
