import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { applyRefundAct, type RefundActResult } from '#use-cases/refunds/apply-act.ts'
import { applyFundsAct, type FundsActResult } from '#use-cases/funds/move.ts'
import { bookLateOutcome } from '#use-cases/late-outcomes/book.ts'
import { requestRefund } from '#use-cases/refunds/request.ts'
import { claimRefund } from '#use-cases/refunds/sent.ts'
import { settleRefund } from '#use-cases/refunds/settle.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { writeFundsAct } from '#use-cases/funds/orders.ts'
import { writeRefundAct } from '#use-cases/refunds/orders.ts'
import type { FundsAct } from '#domain/funds/funds.ts'
import {
  type ActId,
  asId,
  type PortalUserId,
  type RefundId,
  type TransactionId,
} from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { PortalRole } from '#domain/people/portal-roles.ts'
import type { RefundAct } from '#domain/refunds/refund.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { FundsAtSettlement, Outcome } from '#domain/transactions/transaction.ts'
import { newStaff } from '#test/support/people.ts'
import {
  acceptOne,
  type AcceptanceChanges,
  type Books,
  createMerchant,
  type Merchant,
} from '#test/support/books.ts'
import { expired } from '#test/support/ends.ts'

/** How an operator answers a refund. */
export const succeeded: Outcome = { status: 'succeeded', providerReference: 'op-1' }
export const refused: Outcome = {
  status: 'failed',
  failureCode: 'recipient_rejected',
  providerReference: null,
}

/** What is needed to write into the books. */
type Writable = Pick<Books, 'database' | 'outbox'>

/** A paid collection of 1020 XOF, 1000 of them net, whose funds stand there. */
export async function paidCollection(
  books: Writable,
  merchant: Merchant,
  { funds = 'available', ...changes }: AcceptanceChanges & { funds?: FundsAtSettlement } = {},
): Promise<TransactionId> {
  const transactionId = await acceptOne(books, merchant, changes)
  const outcome = { status: 'succeeded', funds, providerReference: 'r-1' } as const
  await settleTransaction(books.database, books.outbox, { transactionId, outcome })
  return transactionId
}

export interface Wish {
  readonly transactionId: TransactionId
  /** Minor units of XOF; null for all that is left. */
  readonly amount: bigint | null
  readonly id?: RefundId
  readonly approvalAbove?: bigint
  readonly reason?: string
  /** Of the person at the merchant who asks. */
  readonly role?: PortalRole
}

/** The merchant asks for a refund. */
export function refundOf(
  { database, outbox }: Writable,
  { serviceEnvId }: Pick<Merchant, 'serviceEnvId'>,
  { transactionId, amount, role = 'owner', ...more }: Wish,
): Promise<RefundRecord> {
  return requestRefund(database, outbox, {
    id: asId<RefundId>(randomUUID()),
    serviceEnvId,
    transactionId,
    amount: amount === null ? null : money(amount, 'XOF'),
    reason: 'article rendu',
    requestedBy: { id: asId<PortalUserId>(randomUUID()), role },
    approvalAbove: 1_000_000n,
    ...more,
  })
}

/** An order about a refund, written down and followed as a run does. */
export async function act(
  { database, outbox }: Writable,
  order: {
    readonly refundId: RefundId
    readonly act: RefundAct
    readonly actedBy?: string
    readonly actId?: ActId
    readonly approvalAbove?: bigint
  },
): Promise<RefundActResult> {
  const { actId = asId<ActId>(randomUUID()) } = order
  const actedBy = await newStaff(database, order.actedBy)
  await writeRefundAct(database, { ...order, actId, actedBy, reason: null })
  const { approvalAbove = 1_000_000_000_000n } = order
  return applyRefundAct(database, outbox, { actId, approvalAbove })
}

/** The same about funds. */
export async function fundsAct(
  { database, outbox }: Writable,
  order: {
    readonly transactionId: TransactionId
    readonly act: FundsAct
    readonly actId?: ActId
  },
): Promise<FundsActResult> {
  const { actId = asId<ActId>(randomUUID()) } = order
  const actedBy = await newStaff(database)
  await writeFundsAct(database, { ...order, actId, actedBy, reason: null })
  return applyFundsAct(database, outbox, actId)
}

/** Books funds that are available as to be confirmed, as was done in sandbox once. */
export async function keepApart(
  { rows }: Pick<Books, 'rows'>,
  transactionId: TransactionId,
  amount: number,
): Promise<void> {
  const entries = [
    { account: 'available', amount: -amount },
    { account: 'pending_confirmation', amount },
  ]
  await rows(
    `select ledger_post(service_env_id, mode, id, 'kept_apart', provider, charged_currency, $2::jsonb, null)
     from transaction where id = $1`,
    transactionId,
    JSON.stringify(entries),
  )
}

/** The merchant's balances, those of zero left out. */
export async function balancesOf(
  books: Pick<Books, 'rows'>,
  { serviceEnvId }: Pick<Merchant, 'serviceEnvId'>,
): Promise<Record<string, number>> {
  const rows = await books.rows<{ kind: string; balance: string }>(
    'select kind, balance::text from ledger_account where service_env_id = $1 and balance <> 0 order by kind',
    serviceEnvId,
  )
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, Number(balance)]))
}

/** A payment of 1020 XOF, of a merchant of its own unless one is given, that had expired when its operator debited it. */
export async function lateDebit(
  { database, outbox }: Writable,
  merchant?: Merchant,
): Promise<TransactionId> {
  merchant ??= await createMerchant({ database })
  const transactionId = await acceptOne({ database, outbox }, merchant)
  await settleTransaction(database, outbox, { transactionId, outcome: expired })
  await bookLateOutcome(database, transactionId, 'late-1')
  return transactionId
}

/** The operator's answer about a refund ends it; its status. */
export function settle({ database, outbox }: Writable, refundId: RefundId, outcome: Outcome) {
  return settleRefund(database, outbox, { refundId, outcome })
}

/** Staff approves a refund, it is sent, and the operator answers. */
export async function payBack(
  books: Writable,
  refundId: RefundId,
  outcome: Outcome,
): Promise<void> {
  assert.deepEqual(await act(books, { refundId, act: 'approve' }), { status: 'approved' })
  assert.ok(await claimRefund(books.database, refundId))
  assert.equal(await settle(books, refundId, outcome), outcome.status)
}
