import { fail } from '#domain/errors/errors.ts'
import type { PayableId } from '#domain/payment-links/payable.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { countRequest } from '#db/rate-limit.ts'

/**
 * Counts a new payment request for its client address, so that one address cannot flood a link or code. Refusal:
 * rate_limited.
 */
export async function countPayer(
  { database, limits }: Pick<UseCaseContext, 'database' | 'limits'>,
  id: PayableId,
  address: string,
): Promise<void> {
  const max = limits.requestsPerLinkAndAddressPerMinute
  const { allowed, retryAfterSeconds } = await countRequest(
    database.pool,
    `pay:${id} ${address}`,
    max,
  )
  if (!allowed) {
    throw fail('rate_limited', {
      retry_after_seconds: Math.max(1, retryAfterSeconds),
      limit: 'link',
    })
  }
}
