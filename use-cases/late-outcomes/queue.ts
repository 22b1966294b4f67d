import { orFail } from '#domain/errors/errors.ts'
import type { TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { oldestFirst } from '#use-cases/desk/queue.ts'
import {
  type MoneyQueuePage,
  moneyWaiting,
  type QueuedMoney,
  toQueuedMoney,
} from '#use-cases/funds/queue.ts'
import { isKept } from '#use-cases/refunds/find.ts'
import { onPool } from '#db/sql.ts'
import { type Params, prepared } from '#db/statements.ts'

/** Late debits, oldest first; with `isOpen` those that nobody is refunding yet, and that were not taken back. */
export async function listLateOutcomes(
  { pool }: Pick<Database, 'pool'>,
  { isOpen, mode, ...page }: MoneyQueuePage & { readonly isOpen: boolean },
): Promise<QueuedMoney[]> {
  let queue = lateOutcomes
  if (mode !== undefined) queue = queue.where('t.mode', '=', mode)
  if (isOpen) queue = queue.where((eb) => isKept(eb.ref('t.id')))
  const rows = await onPool(pool).all(oldestFirst(queue, ['t.lateOutcomeAt', 't.id'], page))
  return rows.map(toQueuedMoney)
}

/** A late debit. Refusal: transaction_not_found, also for a payment without one. */
export async function findLateOutcome(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<QueuedMoney> {
  return toQueuedMoney(orFail(await onPool(pool).first(byId({ id })), 'transaction_not_found'))
}

const lateOutcomes = moneyWaiting('t.lateOutcomeAt').where('t.lateOutcomeAt', 'is not', null)

const byId = prepared((p: Params<{ id: TransactionId }>) => lateOutcomes.where('t.id', '=', p.id))
