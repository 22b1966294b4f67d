<?php

declare(strict_types=1);

namespace PaymentService;

use Psr\Http\Message\ResponseInterface;

/** A successful answer. */
final class Answer
{
    /**
     * @param array<string|int, mixed> $data
     * @param array<string, mixed> $meta
     */
    public function __construct(
        public readonly array $data,
        public readonly array $meta,
        public readonly ResponseInterface $response,
    ) {
    }
}
