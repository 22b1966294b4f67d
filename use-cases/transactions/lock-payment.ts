import type { CurrencyCode } from '#domain/money/currency.ts'
import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { Refundable } from '#domain/refunds/refund.ts'
import type {
  FundsStatus,
  Mode,
  TransactionStatus,
  TransactionType,
} from '#domain/transactions/transaction.ts'
import type { Sql } from '#db/sql.ts'
import { recovered } from '#use-cases/contradictions/recovered.ts'
import { takenOfFunds } from '#use-cases/funds/taken.ts'
import { receivedRefunds, takenBack } from '#use-cases/refunds/find.ts'
import { db, type Expression, type Params, prepared, sql as text } from '#db/statements.ts'

/** A payment with what changes of its funds and refunds need, in minor units. */
export interface LockedPayment extends Omit<Refundable, 'funds'> {
  readonly id: TransactionId
  readonly serviceEnvId: ServiceEnvId
  readonly mode: Mode
  readonly type: TransactionType
  readonly status: TransactionStatus
  readonly provider: string
  readonly reference: string
  readonly currency: CurrencyCode
  /** Null if it was not paid in time. */
  readonly funds: FundsStatus | null
  /** True if the payer was debited after the end. */
  readonly isLate: boolean
  /** True if the operator has not debited it after all, or gave it back: the payer has the money. */
  readonly isTakenBack: boolean
  /** True once that is settled: nothing of the payment is left to be held. */
  readonly isRecovered: boolean
  /** True if the payer was erased, so nobody knows to whom it could go back. */
  readonly isErased: boolean
}

/**
 * Makes changes of one payment's funds and refunds take turns. Its refunds, and whether it was taken back, are read only
 * once the row is locked: an earlier read would miss what happens at the same time. Undefined if there is no such payment.
 */
export async function lockPayment(sql: Sql, id: TransactionId): Promise<LockedPayment | undefined> {
  const payment = await sql.first(locked({ id }))
  return payment && { ...payment, ...(await sql.only(askedBack({ id }))) }
}

const locked = prepared((p: Params<{ id: TransactionId }>) =>
  db
    .selectFrom('transaction')
    .select(['id', 'serviceEnvId', 'mode', 'type', 'status', 'provider', 'reference'])
    .select(['amountCharged as charged', 'chargedCurrency as currency', 'netAmount as net'])
    .select('fundsStatus as funds')
    .select((eb) => eb('lateOutcomeAt', 'is not', null).$castTo<boolean>().as('isLate'))
    .select((eb) => eb('payerErasedAt', 'is not', null).$castTo<boolean>().as('isErased'))
    .where('id', '=', p.id)
    .forNoKeyUpdate(),
)

const askedBack = prepared((p: Params<{ id: TransactionId }>) =>
  db.selectNoFrom([
    sumOf(receivedRefunds(p.id).select((eb) => eb.fn.sum('r.amount').as('sum'))).as('asked'),
    takenOfFunds(p.id).as('askedOfFunds'),
    text<boolean>`exists ${takenBack(p.id)}`.as('isTakenBack'),
    text<boolean>`exists ${recovered(p.id).select('s.id')}`.as('isRecovered'),
  ]),
)

function sumOf(sum: Expression<unknown>) {
  return text<bigint>`coalesce(${sum}, 0)::bigint`
}
