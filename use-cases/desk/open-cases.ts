import { fundsForStaff } from '#domain/funds/funds.ts'
import type { MerchantId } from '#domain/ids.ts'
import { openRefundStatuses } from '#domain/refunds/refund.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { openTransferStates } from '#domain/transfers/transfer.ts'
import type { Database } from '#db/connect.ts'
import { oneOf } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { isKept } from '#use-cases/refunds/find.ts'
import type { Queue } from './figures.ts'

/** A merchant's case that waits in a queue of the desk. */
export interface OpenCase {
  readonly queue: Queue
  readonly id: string
  /** Its reference; for an account its holder, for a difference the reference of its payment. */
  readonly name: string
  readonly since: Date
}

const casesMax = 20

/** A merchant's open cases in one mode, over all queues: the 20 that have waited longest. */
export function listOpenCases(
  { pool }: Pick<Database, 'pool'>,
  merchant: { readonly merchantId: MerchantId; readonly mode: Mode },
): Promise<OpenCase[]> {
  return onPool(pool).all(openCases(merchant))
}

type Asked = Params<{ merchantId: MerchantId; mode: Mode }>

/** The services of a merchant in one mode. */
const booksOf = (p: Asked) =>
  db
    .selectFrom('serviceEnv as e')
    .innerJoin('service as s', 's.id', 'e.serviceId')
    .select('e.id')
    .where('s.merchantId', '=', p.merchantId)
    .where('e.mode', '=', p.mode)

const payments = (p: Asked) =>
  db.selectFrom('transaction as t').where('t.serviceEnvId', 'in', booksOf(p))

const named = (queue: Queue) => sql<Queue>`${sql.lit(queue)}`.as('queue')
const id = (column: string) => sql<string>`${sql.ref(column)}::text`.as('id')
const since = (column: string) => sql<Date>`${sql.ref(column)}`.as('since')

const transfers = (p: Asked) =>
  payments(p)
    .innerJoin('bankTransfer as b', 'b.transactionId', 't.id')
    .where((eb) => oneOf(eb.ref('b.state'), openTransferStates))
    .select([named('transfers'), id('t.id'), 't.reference as name', since('b.createdAt')])

const refunds = (p: Asked) =>
  payments(p)
    .innerJoin('refund as r', 'r.transactionId', 't.id')
    .where((eb) => oneOf(eb.ref('r.status'), openRefundStatuses))
    .where((eb) => eb.or([eb('r.status', '=', 'pending'), eb('r.attentionAt', 'is not', null)]))
    .select([named('refunds'), id('r.id'), 't.reference as name', since('r.createdAt')])

const payouts = (p: Asked) =>
  payments(p)
    .innerJoin('staffNotice as n', 'n.transactionId', 't.id')
    .where('n.kind', '=', 'payout_undecided')
    .where('n.number', '=', 1)
    .where('t.status', '=', 'pending')
    .select([named('payouts'), id('t.id'), 't.reference as name', since('n.createdAt')])

const funds = (p: Asked) =>
  payments(p)
    .where((eb) => oneOf(eb.ref('t.fundsStatus'), fundsForStaff))
    .select([named('funds'), id('t.id'), 't.reference as name', since('t.completedAt')])

const lateOutcomes = (p: Asked) =>
  payments(p)
    .where('t.lateOutcomeAt', 'is not', null)
    .where((eb) => isKept(eb.ref('t.id')))
    .select([named('lateOutcomes'), id('t.id'), 't.reference as name', since('t.lateOutcomeAt')])

const accounts = (p: Asked) =>
  db
    .selectFrom('authorizedAccount as a')
    .where('a.serviceEnvId', 'in', booksOf(p))
    .where('a.status', '=', 'pending')
    .select([named('accounts'), id('a.id'), 'a.holderName as name', since('a.createdAt')])

const differences = (p: Asked) =>
  payments(p)
    .innerJoin('reconciliationDifference as d', 'd.transactionId', 't.id')
    .where('d.closedAt', 'is', null)
    .select([named('differences'), id('d.id'), 't.reference as name', since('d.createdAt')])

const openings = (p: Asked) =>
  db
    .selectFrom('liveOpening as o')
    .where('o.serviceEnvId', 'in', booksOf(p))
    .where('o.state', '=', 'waiting')
    .select([named('openings'), id('o.id'), 'o.tradeRegister as name', since('o.askedAt')])

const contradictions = (p: Asked) =>
  db
    .selectFrom('contradiction as c')
    .innerJoin('transaction as t', 't.id', 'c.transactionId')
    .where('c.serviceEnvId', 'in', booksOf(p))
    .where('c.open', '<>', 0n)
    .select([named('contradictions'), id('c.id'), 't.reference as name', since('c.at')])

const openCases = prepared((p: Asked) => {
  const all = transfers(p)
    .unionAll(refunds(p))
    .unionAll(payouts(p))
    .unionAll(funds(p))
    .unionAll(lateOutcomes(p))
    .unionAll(accounts(p))
    .unionAll(differences(p))
    .unionAll(openings(p))
    .unionAll(contradictions(p))
  return db
    .selectFrom(all.as('c'))
    .select(['c.queue', 'c.id', 'c.name', 'c.since'])
    .orderBy('c.since')
    .orderBy('c.id')
    .limit(casesMax)
})
