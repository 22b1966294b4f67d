<?php

declare(strict_types=1);

namespace PaymentService;

/** An attempt without a successful answer. */
final class Miss
{
    /** @param \Closure(int): PaymentServiceException $exceptionAfter What to throw after this many attempts. */
    public function __construct(
        public readonly bool $isRepeatable,
        public readonly ?int $retryAfter,
        public readonly \Closure $exceptionAfter,
    ) {
    }
}
