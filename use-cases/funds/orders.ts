import { isActApplied, writeFundsAct } from './write-act.ts'
import { findFundsStatus } from './read.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { fail } from '#domain/errors/errors.ts'
import { type FundsAct, isFundsFinal } from '#domain/funds/funds.ts'
import type { ActId, StaffMemberId, TransactionId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { UpdateOf } from '#workflows/contract.ts'

type Context = Pick<UseCaseContext, 'database' | 'runUpdates'>

/** An order of the service's staff about a payment's funds; the same `actId` again is the same order. */
export interface StaffFundsOrder {
  readonly actId: ActId
  readonly transactionId: TransactionId
  readonly staffMemberId: StaffMemberId
  /** 500 characters at most; kept in the books alone. */
  readonly reason: string | null
}

/**
 * Staff confirms that the money of a payment was received: it becomes available. Refusals: transaction_not_found,
 * action_not_allowed, idempotency_conflict, service_unavailable.
 */
export function confirmFunds(context: Context, order: StaffFundsOrder): Promise<TransactionRecord> {
  return give(context, 'confirm', order)
}

/** Staff releases held funds after verification: they become available. Refusals: as for a confirmation. */
export function releaseFunds(context: Context, order: StaffFundsOrder): Promise<TransactionRecord> {
  return give(context, 'release', order)
}

/** Staff keeps held funds after verification, for good. Refusals: as for a confirmation. */
export function withholdFunds(
  context: Context,
  order: StaffFundsOrder,
): Promise<TransactionRecord> {
  return give(context, 'withhold', order)
}

const names: Readonly<Record<FundsAct, UpdateOf<'funds'>>> = {
  confirm: 'confirmFunds',
  release: 'releaseFunds',
  withhold: 'withholdFunds',
}

/** Written down first, then told to the run; where the run has ended, the books say whether it followed this order. */
async function give(
  { database, runUpdates }: Context,
  act: FundsAct,
  { actId, transactionId, staffMemberId: actedBy, reason }: StaffFundsOrder,
): Promise<TransactionRecord> {
  const before = await findFundsStatus(database, transactionId)
  if (before === undefined) throw fail('transaction_not_found')
  if (before === null) throw fail('action_not_allowed')
  await writeFundsAct(database, { actId, transactionId, act, actedBy, reason })
  const answer = await runUpdates.execute({
    kind: 'funds',
    subjectId: transactionId,
    name: names[act],
    input: { actId, actedBy },
    updateId: actId,
    isOpen: async () => {
      const status = await findFundsStatus(database, transactionId)
      return status !== null && status !== undefined && !isFundsFinal(status)
    },
  })
  if (answer === undefined && !(await isActApplied(database, actId))) {
    throw fail('action_not_allowed')
  }
  return readTransaction(database, transactionId)
}
