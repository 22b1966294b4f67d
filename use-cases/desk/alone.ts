import type { TransactionId } from '#domain/ids.ts'
import { bareReference, now, takeTurn } from '#db/functions.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** Money that one person is about to release. */
export interface Leaving {
  /** The refunded payment, the bank transfer, or the payout that is said not to be paid. */
  readonly transactionId: TransactionId
  readonly amount: bigint
  /** A member of staff. */
  readonly approver: string
  /** Above this, two people must approve; XOF. */
  readonly above: bigint
}

/**
 * True if, including this amount, money released by single approvals within a day would exceed the limit for one
 * person: to this payee, from this merchant, or by this approver. Concurrent decisions take turns until their
 * transactions end.
 */
export async function isTooMuchAlone(
  tx: Sql,
  { transactionId, amount, approver, above }: Leaving,
): Promise<boolean> {
  await tx.run(takeTurn({ name: 'money that leaves by one word' }))
  const { payee, merchant, person } = await tx.only(sums({ transactionId, approver }))
  return [payee, merchant, person].some((sum) => sum + amount > above)
}

const dayAgo = sql<Date>`${now} - interval '1 day'`

/** The owner, and the payee: a merchant's account, the payer's number, or else the payment itself. */
const ownedPayments = db
  .selectFrom('transaction as t')
  .innerJoin('serviceEnv as e', 'e.id', 't.serviceEnvId')
  .innerJoin('service as s', 's.id', 'e.serviceId')
  .leftJoin('bankTransfer as b', 'b.transactionId', 't.id')
  .select(['t.id', 's.merchantId', 'e.mode'])
  .select((eb) =>
    sql<string>`coalesce(${eb.ref('b.accountId')}::text, ${eb.ref('t.phone')}, ${eb.ref('t.id')}::text)`.as(
      'payee',
    ),
  )

const refunds = db
  .selectFrom('refundAct as a')
  .innerJoin('refund as r', 'r.id', 'a.refundId')
  .select(['r.transactionId', 'r.amount'])
  .select((eb) => eb.cast<string>('a.actedBy', 'text').as('approver'))
  .where('a.act', '=', 'approve')
  .where('a.appliedAt', '>', dayAgo)
  .where('r.approvalsNeeded', '=', 1)
  .where('r.status', 'in', ['approved', 'processing', 'succeeded'])

const transfers = db
  .selectFrom('transferAct as a')
  .innerJoin('bankTransfer as b', 'b.transactionId', 'a.transactionId')
  .innerJoin('transaction as t', 't.id', 'b.transactionId')
  .select(['a.transactionId', 't.netAmount as amount'])
  .select((eb) => eb.cast<string>('a.staffId', 'text').as('approver'))
  // A rejection gives the money back to the merchant, whatever the bank did with it.
  .where('a.kind', 'in', ['mark_transferred', 'reject'])
  .where('a.doneAt', '>', dayAgo)
  .where('b.needsApproval', '=', false)

/** "Not paid" gives its money back to the merchant, whatever the operator did with it. */
const verdicts = db
  .selectFrom('closing as c')
  .innerJoin('transaction as t', 't.id', 'c.transactionId')
  .leftJoin('refund as r', 'r.id', 'c.refundId')
  .select((eb) => [
    'c.transactionId',
    eb.fn.coalesce('r.amount', 't.netAmount').as('amount'),
    eb.cast<string>('c.closedBy', 'text').as('approver'),
  ])
  .where('c.verdict', '=', 'not_paid')
  .where('c.endedAt', '>', dayAgo)
  .where((eb) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom('closing as o')
          .select('o.id')
          .whereRef('o.transactionId', '=', 'c.transactionId')
          .where((of) => of('o.refundId', 'is not distinct from', of.ref('c.refundId')))
          .where('o.countedAt', 'is not', null)
          .whereRef('o.verdict', '=', 'c.verdict')
          .where((of) =>
            of(
              bareReference(of.ref('o.operatorReference')),
              '=',
              bareReference(of.ref('c.operatorReference')),
            ),
          )
          .whereRef('o.closedBy', '<>', 'c.closedBy'),
      ),
    ),
  )

const sums = prepared((p: Params<{ transactionId: TransactionId; approver: string }>) => {
  const sumWhere = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<bigint>`coalesce(sum(gone.amount) filter (where ${condition}), 0)::bigint`
  return db
    .selectFrom(ownedPayments.as('this'))
    .leftJoin(
      db
        .selectFrom(refunds.unionAll(transfers).unionAll(verdicts).as('l'))
        .innerJoin(ownedPayments.as('of'), 'of.id', 'l.transactionId')
        .select(['l.amount', 'l.approver', 'of.payee', 'of.merchantId', 'of.mode'])
        .as('gone'),
      (join) => join.onRef('gone.mode', '=', 'this.mode'),
    )
    .select((eb) => [
      sumWhere(
        sql<boolean>`${eb.ref('gone.merchantId')} = ${eb.ref('this.merchantId')} and ${eb.ref('gone.payee')} = ${eb.ref('this.payee')}`,
      ).as('payee'),
      sumWhere(sql<boolean>`${eb.ref('gone.merchantId')} = ${eb.ref('this.merchantId')}`).as(
        'merchant',
      ),
      sumWhere(sql<boolean>`${eb.ref('gone.approver')} = ${p.approver}::text`).as('person'),
    ])
    .where('this.id', '=', p.transactionId)
})
