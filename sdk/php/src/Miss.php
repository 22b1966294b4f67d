<?php

declare(strict_types=1);

namespace PaymentService;

/** A try that gave no good answer. */
final class Miss
{
    /** @param \Closure(int): PaymentServiceException $exceptionAfter What to throw after so many tries. */
    public function __construct(
        public readonly bool $isRepeatable,
        public readonly ?int $retryAfter,
        public readonly \Closure $exceptionAfter,
    ) {
    }
}
