import type { PayoutSuspensionId, ServiceEnvId } from '#domain/ids.ts'
import { orFail } from '#domain/errors/errors.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { type Named, personNamed } from '#use-cases/desk/owner-columns.ts'
import { oldestFirst, owned, type QueuePage } from '#use-cases/desk/queue.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** A suspension of payouts, current or past. */
export interface ListedSuspension {
  readonly id: PayoutSuspensionId
  readonly mode: Mode
  /** Null for all services. */
  readonly serviceEnvId: ServiceEnvId | null
  readonly service: Named | null
  readonly merchant: Named | null
  /** An operator or a bank; null for all. */
  readonly provider: string | null
  readonly reason: string | null
  readonly suspendedBy: Named | null
  readonly since: Date
  readonly liftedBy: Named | null
  readonly liftedAt: Date | null
}

/** Oldest first; with `isOpen` only current ones. */
export async function listPayoutSuspensions(
  { pool }: Pick<Database, 'pool'>,
  { isOpen, ...page }: QueuePage & { readonly isOpen: boolean },
): Promise<ListedSuspension[]> {
  const queue = isOpen ? suspensions.where('u.liftedAt', 'is', null) : suspensions
  return onPool(pool).all(oldestFirst(queue, ['u.since', 'u.id'], page))
}

/** One of them. Refusal: payout_suspension_not_found. */
export async function findPayoutSuspension(
  { pool }: Pick<Database, 'pool'>,
  id: PayoutSuspensionId,
): Promise<ListedSuspension> {
  return orFail(await onPool(pool).first(byId({ id })), 'payout_suspension_not_found')
}

const suspensions = db
  .selectFrom('payoutSuspension as u')
  .leftJoin(owned.as('of'), 'of.serviceEnvId', 'u.serviceEnvId')
  .select(['u.id', 'u.mode', 'u.serviceEnvId', 'of.service', 'of.merchant', 'u.provider'])
  .select(['u.reason', 'u.since', 'u.liftedAt'])
  .select((eb) => [
    personNamed(eb.ref('u.suspendedBy')).as('suspendedBy'),
    personNamed(eb.ref('u.liftedBy')).as('liftedBy'),
  ])

const byId = prepared((p: Params<{ id: PayoutSuspensionId }>) =>
  suspensions.where('u.id', '=', p.id),
)
