import {
  type Counterpart,
  counterpartOf,
  type Direction,
  directionOf,
  leastWrittenOff,
  type SettlementState,
} from '#domain/contradictions/contradiction.ts'
import { orFail } from '#domain/errors/errors.ts'
import { isUuid, type RefundId, type TransactionId } from '#domain/ids.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { OrderKind } from '#domain/reconciliation/reconciliation.ts'
import { type MaskedParty, maskedParty } from '#domain/transactions/mask.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { type Named, personNamed } from '#use-cases/desk/owner-columns.ts'
import { oldestFirst, owned, type QueuePage, type Scoped } from '#use-cases/desk/queue.ts'
import { wordsOf } from '#use-cases/closings/contradictions.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { type InferResult, jsonArrayFrom, type Params, prepared, sql } from '#db/statements.ts'
import { bearableColumns } from './bearable.ts'

/** A payment, payout or refund that its operator contradicted, or two supervisors by a statement, and how it is settled. */
export interface ContradictionCase extends Scoped {
  /** Of the payment, payout or refund. */
  readonly id: TransactionId | RefundId
  readonly transactionId: TransactionId
  /** Null for the transaction itself. */
  readonly refundId: RefundId | null
  readonly kind: OrderKind
  readonly reference: string
  readonly party: MaskedParty
  readonly provider: string
  readonly direction: Direction
  readonly counterpart: Counterpart
  /**
   * What is to be settled, or was settled last, above zero; if its operator came to agree with our books before that,
   * what it had contradicted.
   */
  readonly amount: Money
  /** The least that the service bears; negative if what is owed makes good an earlier loss. */
  readonly writtenOffMin: Money
  /** True if a refund has to end before it can be settled. */
  readonly isUnderWay: boolean
  /** True if its operator has come to agree with our books since: what was settled meanwhile is open again. */
  readonly isRetracted: boolean
  /** True until it is settled. */
  readonly isOpen: boolean
  readonly at: Date
  /** Oldest first. */
  readonly settlements: readonly Settlement[]
}

/** One request to settle it. */
export interface Settlement {
  readonly id: string
  readonly state: SettlementState
  /** What the service bears of it, in minor units; negative if it makes good an earlier loss. */
  readonly written_off: number
  readonly reason: string
  readonly asked_by: Named | null
  /** Timestamps are text, as in JSON. */
  readonly asked_at: string
  readonly decided_by: Named | null
  readonly decided_at: string | null
}

/** The filter and position of the queue. */
export interface ContradictionPage extends QueuePage {
  readonly state: 'open' | 'settled' | 'all'
  readonly mode?: Mode | undefined
}

/** Oldest first. */
export async function listContradictionCases(
  { pool }: Pick<Database, 'pool'>,
  { state, mode, ...page }: ContradictionPage,
): Promise<ContradictionCase[]> {
  let queue = cases
  if (mode !== undefined) queue = queue.where('c.mode', '=', mode)
  if (state !== 'all') queue = queue.where('c.open', state === 'open' ? '<>' : '=', 0n)
  const rows = await onPool(pool).all(oldestFirst(queue, ['c.at', 'c.id'], page))
  return rows.map(toCase)
}

/** Those of a transaction and its refunds, oldest first. */
export async function listContradictionsOf(
  { pool }: Pick<Database, 'pool'>,
  transactionId: TransactionId,
): Promise<ContradictionCase[]> {
  return (await onPool(pool).all(ofTransaction({ transactionId }))).map(toCase)
}

/** One of them, open or settled. Refusal: contradiction_not_found, also for what nobody contradicted. */
export async function findContradiction(
  { pool }: Pick<Database, 'pool'>,
  id: string,
): Promise<ContradictionCase> {
  const row = isUuid(id) ? await onPool(pool).first(byId({ id })) : undefined
  return toCase(orFail(row, 'contradiction_not_found'))
}

const cases = owned
  .innerJoin('contradiction as c', 'c.serviceEnvId', 'e.id')
  .innerJoin('transaction as t', 't.id', 'c.transactionId')
  .select(['c.id', 'c.transactionId', 'c.refundId', 'c.currency', 'c.booked', 'c.open', 'c.at'])
  .select(['t.reference', 't.customerName', 't.phone', 't.provider', 't.type'])
  .select((eb) => [
    eb('t.lateOutcomeAt', 'is not', null).$castTo<boolean>().as('isLate'),
    wordsOf(eb.ref('c.transactionId'), eb.ref('c.refundId')).as('words'),
    ...bearableColumns({
      booked: eb.ref('c.booked'),
      transactionId: eb.ref('c.transactionId'),
      refundId: eb.ref('c.refundId'),
    }),
  ])
  .select((eb) =>
    jsonArrayFrom(
      eb
        .selectFrom('contradictionSettlement as s')
        .select(['s.id', 's.state', 's.amount', 's.writtenOff as written_off', 's.reason'])
        .select('s.askedAt as asked_at')
        .select((of) => [
          sql<string | null>`${of.ref('s.decidedAt')}`.as('decided_at'),
          personNamed(of.ref('s.askedBy')).as('asked_by'),
          personNamed(of.ref('s.decidedBy')).as('decided_by'),
        ])
        .where('s.orderId', '=', sql<string>`${eb.ref('c.id')}`)
        .orderBy('s.askedAt')
        .orderBy('s.id'),
    ).as('settlements'),
  )

const byId = prepared((p: Params<{ id: string }>) =>
  cases.where('c.id', '=', sql<TransactionId>`${p.id}::uuid`),
)

const ofTransaction = prepared((p: Params<{ transactionId: TransactionId }>) =>
  cases.where('c.transactionId', '=', p.transactionId).orderBy('c.at').orderBy('c.id'),
)

function toCase(row: InferResult<typeof cases>[number]): ContradictionCase {
  const { booked, open, currency, customerName: name, phone, type, ...rest } = row
  const { isLate, held, lost, kept, words, settlements, ...found } = rest
  const settled = settlements.findLast(({ state }) => state === 'done')
  const stake = open === 0n ? BigInt(settled?.amount ?? booked) : open
  return {
    ...found,
    kind: found.refundId === null ? type : 'refund',
    party: maskedParty({ name, phone }),
    direction: directionOf(stake),
    counterpart: counterpartOf({ isLate }),
    amount: money(stake < 0n ? -stake : stake, currency),
    writtenOffMin: money(leastWrittenOff(open, { held, lost, kept }), currency),
    isRetracted: words % 2 === 0,
    isOpen: open !== 0n,
    settlements: settlements.map(({ amount: _amount, ...settlement }) => settlement),
  }
}
