import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { fail } from '#domain/errors/errors.ts'
import { type FundsAct, isFundsFinal } from '#domain/funds/funds.ts'
import type { ActId, StaffMemberId, TransactionId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { FundsStatus } from '#domain/transactions/transaction.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { UpdateOf } from '#workflows/contract.ts'
import { type ActContext, recordOnce, sendRecorded } from '#use-cases/recorded-acts.ts'
import { isShort, tooLittleNow } from '#use-cases/balance/short.ts'
import { applyFundsAct } from './move.ts'

/** A staff action on a payment's funds; the same `actId` means the same action. */
export interface StaffFundsOrder {
  readonly actId: ActId
  readonly transactionId: TransactionId
  readonly staffMemberId: StaffMemberId
  /** 500 characters at most; stored in the database only. */
  readonly reason: string | null
}

/**
 * Staff confirms that the money of a payment arrived: it becomes available. Refusals: transaction_not_found,
 * action_not_allowed, idempotency_conflict, service_unavailable.
 */
export function confirmFunds(
  context: ActContext,
  order: StaffFundsOrder,
): Promise<TransactionRecord> {
  return give(context, 'confirm', order)
}

/** Staff releases held funds after a review: they become available. Refusals: as for a confirmation. */
export function releaseFunds(
  context: ActContext,
  order: StaffFundsOrder,
): Promise<TransactionRecord> {
  return give(context, 'release', order)
}

/** Staff withholds held funds after a review, for good. Refusals: as for a confirmation. */
export function withholdFunds(
  context: ActContext,
  order: StaffFundsOrder,
): Promise<TransactionRecord> {
  return give(context, 'withhold', order)
}

const names: Readonly<Record<Exclude<FundsAct, 'hold'>, UpdateOf<'funds'>>> = {
  confirm: 'confirmFunds',
  release: 'releaseFunds',
  withhold: 'withholdFunds',
}

/**
 * Records the action, then sends it to the run; if the run has ended, the database says whether the action was
 * carried out.
 */
async function give(
  context: ActContext,
  act: keyof typeof names,
  { actId, transactionId, staffMemberId: actedBy, reason }: StaffFundsOrder,
): Promise<TransactionRecord> {
  const { database } = context
  const before = await findFundsStatus(database, transactionId)
  if (before === undefined) throw fail('transaction_not_found')
  if (before === null) throw fail('action_not_allowed')
  await writeFundsAct(database, { actId, transactionId, act, actedBy, reason })
  const update = {
    kind: 'funds',
    subjectId: transactionId,
    name: names[act],
    input: { actId, actedBy },
    updateId: actId,
    isOpen: async () => {
      const status = await findFundsStatus(database, transactionId)
      return status !== null && status !== undefined && !isFundsFinal(status)
    },
  } as const
  await sendRecorded(context, update, applied({ actId }))
  return readTransaction(database, transactionId)
}

/** The state of a payment's funds; null if it has none, undefined if there is no payment. */
async function findFundsStatus(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<FundsStatus | null | undefined> {
  return (await onPool(pool).first(standing({ id })))?.fundsStatus
}

/** An action on a payment's funds. */
interface FundsOrder {
  readonly actId: ActId
  readonly transactionId: TransactionId
  readonly act: FundsAct
  readonly actedBy: string
}

/**
 * Records an action on funds before it is sent to their run; the reason is stored in the database only. Refusal:
 * idempotency_conflict for the id of another action.
 */
export async function writeFundsAct(
  { pool }: Pick<Database, 'pool'>,
  { actId, transactionId, act, actedBy, reason }: FundsOrder & { readonly reason: string | null },
): Promise<void> {
  const order = { id: actId, transactionId, act, actedBy }
  await recordOnce(onPool(pool), {
    write: db
      .insertInto('fundsAct')
      .values({ ...order, reason })
      .onConflict((conflict) => conflict.column('id').doNothing()),
    same: db
      .selectFrom('fundsAct')
      .select('id')
      .where((eb) => eb.and(order)),
  })
}

const standing = prepared((p: Params<{ id: TransactionId }>) =>
  db.selectFrom('transaction').select('fundsStatus').where('id', '=', p.id),
)

const applied = prepared((p: Params<{ actId: ActId }>) =>
  db
    .selectFrom('fundsAct')
    .select('id')
    .where('id', '=', p.actId)
    .where('appliedAt', 'is not', null),
)

/**
 * Staff puts the funds of a payment on hold for review; available ones only as long as the balance covers them. The
 * merchant is notified, and the funds' run waits for the decision. Refusals: action_not_allowed, also for a partly
 * refunded payment and for funds that staff has already decided on; insufficient_balance, idempotency_conflict.
 */
export async function holdFunds(
  { database, outbox }: Pick<UseCaseContext, 'database' | 'outbox'>,
  { actId, transactionId, staffMemberId: actedBy, reason }: StaffFundsOrder,
): Promise<TransactionRecord> {
  await writeFundsAct(database, { actId, transactionId, act: 'hold', actedBy, reason })
  const result = await applyFundsAct(database, outbox, actId).catch(async (error: unknown) => {
    if (!isShort(error)) throw error
    const { serviceEnvId } = await readTransaction(database, transactionId)
    throw await tooLittleNow(database, serviceEnvId)
  })
  if ('refused' in result) throw fail(result.refused)
  return readTransaction(database, transactionId)
}
