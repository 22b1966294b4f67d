import { fundsForStaff } from '#domain/funds/funds.ts'
import { orFail } from '#domain/errors/errors.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { RefundStatus } from '#domain/refunds/refund.ts'
import { type MaskedParty, maskedParty } from '#domain/transactions/mask.ts'
import type { FundsStatus, Mode, TransactionStatus } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import {
  oldestFirst,
  owned,
  type QueuePage,
  type Scoped,
  secondsSince,
} from '#use-cases/desk/queue.ts'
import { oneOf } from '#db/functions.ts'
import { movingRefunds, takenBack } from '#use-cases/refunds/find.ts'
import { onPool } from '#db/sql.ts'
import { type InferResult, jsonObjectFrom, type Params, prepared } from '#db/statements.ts'

/** A payment whose money waits for a decision of staff: funds, or a late debit. */
export interface QueuedMoney extends Scoped {
  readonly id: TransactionId
  readonly reference: string
  readonly payer: MaskedParty
  readonly provider: string
  readonly providerReference: string | null
  readonly status: TransactionStatus
  /** What the payer was debited. */
  readonly charged: Money
  /** The merchant's share of it. */
  readonly net: Money
  readonly funds: FundsStatus | null
  /** For a late debit: the refund that gives it back, if there is one. */
  readonly refund: { readonly id: RefundId; readonly status: RefundStatus } | null
  /** True if its operator now says that it did not debit the payer, or gave the money back. */
  readonly isTakenBack: boolean
  /** Since when it waits: since its end, or since the operator's late answer. */
  readonly waitsSince: Date
  /** Seconds since then, by the database's clock. */
  readonly ageSeconds: number
}

/** The filter and position of a queue. */
export interface MoneyQueuePage extends QueuePage {
  readonly mode?: Mode | undefined
}

/** Funds that wait for one of these decisions, oldest first. */
export async function listFundsQueue(
  { pool }: Pick<Database, 'pool'>,
  { statuses, mode, ...page }: MoneyQueuePage & { readonly statuses: readonly FundsStatus[] },
): Promise<QueuedMoney[]> {
  let queue = funds
    .where((eb) => oneOf(eb.ref('t.fundsStatus'), fundsForStaff))
    .where('t.fundsStatus', 'in', statuses)
  if (mode !== undefined) queue = queue.where('t.mode', '=', mode)
  const rows = await onPool(pool).all(oldestFirst(queue, ['t.completedAt', 't.id'], page))
  return rows.map(toQueuedMoney)
}

/** The funds of a payment. Refusal: transaction_not_found, also for a payment that has none. */
export async function findQueuedFunds(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<QueuedMoney> {
  return toQueuedMoney(orFail(await onPool(pool).first(byId({ id })), 'transaction_not_found'))
}

/** Payments whose money has been waiting since this time. */
export function moneyWaiting(since: 't.completedAt' | 't.lateOutcomeAt') {
  return owned
    .innerJoin('transaction as t', 't.serviceEnvId', 'e.id')
    .select(['t.id', 't.reference', 't.provider', 't.providerReference', 't.status'])
    .select(['t.customerName', 't.phone'])
    .select(['t.amountCharged', 't.chargedCurrency', 't.netAmount', 't.netCurrency'])
    .select('t.fundsStatus as funds')
    .select((eb) => [
      eb.ref(since).$notNull().as('waitsSince'),
      secondsSince(eb.ref(since)).as('ageSeconds'),
      eb
        .exists(takenBack(eb.ref('t.id')))
        .$castTo<boolean>()
        .as('isTakenBack'),
      jsonObjectFrom(
        movingRefunds(eb.ref('t.id'))
          .select(['r.id', 'r.status'])
          .where('r.origin', '=', 'service')
          .orderBy('r.createdAt')
          .limit(1),
      ).as('refund'),
    ])
}

/** The row as a domain object. */
export function toQueuedMoney({
  amountCharged,
  chargedCurrency,
  netAmount,
  netCurrency,
  customerName: name,
  phone,
  ...payment
}: InferResult<ReturnType<typeof moneyWaiting>>[number]): QueuedMoney {
  const charged = money(amountCharged, chargedCurrency)
  const payer = maskedParty({ name, phone })
  return { ...payment, payer, charged, net: money(netAmount, netCurrency) }
}

const funds = moneyWaiting('t.completedAt')

const byId = prepared((p: Params<{ id: TransactionId }>) =>
  funds.where('t.id', '=', p.id).where('t.fundsStatus', 'is not', null),
)
