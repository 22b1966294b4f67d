import { fundsForStaff } from '#domain/funds/funds.ts'
import { openRefundStatuses } from '#domain/refunds/refund.ts'
import { openTransferStates } from '#domain/transfers/transfer.ts'
import type { Database } from '#db/connect.ts'
import { oneOf } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Expression, jsonBuildObject, prepared, sql } from '#db/statements.ts'
import { isKept } from '#use-cases/refunds/find.ts'

/** How much waits for staff, and since when. */
export interface Waiting {
  readonly count: number
  /** Null if nothing waits. */
  readonly oldestAt: Date | null
}

/** The queues of the desk. */
export type Queue =
  | 'transfers'
  | 'refunds'
  | 'payouts'
  | 'funds'
  | 'lateOutcomes'
  | 'accounts'
  | 'differences'
  | 'openings'
  | 'contradictions'
export type DeskFigures = Readonly<Record<Queue, Waiting>>

/** What waits in each queue, in both modes; of refunds those that need a person, not those in progress. */
export async function readDeskFigures({ pool }: Pick<Database, 'pool'>): Promise<DeskFigures> {
  const row = await onPool(pool).only(figures({}))
  const { transfers, refunds, payouts, funds, lateOutcomes, accounts, differences } = row
  return {
    transfers: toWaiting(transfers),
    refunds: toWaiting(refunds),
    payouts: toWaiting(payouts),
    funds: toWaiting(funds),
    lateOutcomes: toWaiting(lateOutcomes),
    accounts: toWaiting(accounts),
    differences: toWaiting(differences),
    openings: toWaiting(row.openings),
    contradictions: toWaiting(row.contradictions),
  }
}

const contradictions = db
  .selectFrom('contradiction as c')
  .select((eb) => waiting(eb.ref('c.at')))
  .where('c.open', '<>', 0n)

const figures = prepared(() =>
  db.selectNoFrom((books) => [
    books
      .selectFrom('bankTransfer as b')
      .select((eb) => waiting(eb.ref('b.createdAt')))
      .where((eb) => oneOf(eb.ref('b.state'), openTransferStates))
      .as('transfers'),
    books
      .selectFrom('refund as r')
      .select((eb) => waiting(eb.ref('r.createdAt')))
      .where((eb) => oneOf(eb.ref('r.status'), openRefundStatuses))
      .where((eb) => eb.or([eb('r.status', '=', 'pending'), eb('r.attentionAt', 'is not', null)]))
      .as('refunds'),
    books
      .selectFrom('staffNotice as n')
      .innerJoin('transaction as t', 't.id', 'n.transactionId')
      .select((eb) => waiting(eb.ref('n.createdAt')))
      .where('n.kind', '=', 'payout_undecided')
      .where('n.number', '=', 1)
      .where('t.status', '=', 'pending')
      .as('payouts'),
    books
      .selectFrom('transaction as t')
      .select((eb) => waiting(eb.ref('t.completedAt')))
      .where((eb) => oneOf(eb.ref('t.fundsStatus'), fundsForStaff))
      .as('funds'),
    books
      .selectFrom('transaction as t')
      .select((eb) => waiting(eb.ref('t.lateOutcomeAt')))
      .where('t.lateOutcomeAt', 'is not', null)
      .where((eb) => isKept(eb.ref('t.id')))
      .as('lateOutcomes'),
    books
      .selectFrom('authorizedAccount as a')
      .select((eb) => waiting(eb.ref('a.createdAt')))
      .where('a.status', '=', 'pending')
      .as('accounts'),
    books
      .selectFrom('reconciliationDifference as d')
      .select((eb) => waiting(eb.ref('d.createdAt')))
      .where('d.closedAt', 'is', null)
      .as('differences'),
    books
      .selectFrom('liveOpening as o')
      .select((eb) => waiting(eb.ref('o.askedAt')))
      .where('o.state', '=', 'waiting')
      .as('openings'),
    contradictions.as('contradictions'),
  ]),
)

/** The number of rows, and the oldest time. */
function waiting(since: Expression<Date | null>) {
  return jsonBuildObject({
    count: sql<number>`count(*)`,
    oldest: sql<string | null>`min(${since})`,
  }).as('waiting')
}

type WaitingRow = { readonly count: number; readonly oldest: string | null } | null

function toWaiting(row: WaitingRow): Waiting {
  return { count: row?.count ?? 0, oldestAt: row?.oldest ? new Date(row.oldest) : null }
}
