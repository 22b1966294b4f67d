import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import type { Memory } from '#dev/emulators/memory.ts'
import type { Violation } from './invariants.ts'

/**
 * Compares our database with the operators' memory, debit by debit: money that an operator moved is booked, recorded
 * as a late outcome, or still being checked; nothing moved twice; no payer was asked after expiry; whatever we
 * consider paid was paid. Returns the differences. `memories` are those of all operators in live mode, by provider.
 */
export async function checkOperatorBooks(
  { pool }: Pick<Database, 'pool'>,
  memories: Readonly<Record<string, Memory>>,
): Promise<Violation[]> {
  const ours = await onPool(pool).rows<OurOrder>(ourOrders)
  const byRequest = new Map(ours.map((order) => [order.request, order]))
  const theirs = Object.values(memories).flatMap(({ orders }) => orders)
  return [
    ...theirs.flatMap((order) =>
      byRequest.has(order.id) ? [] : [{ rule: rules.notOurs, subject: order.id }],
    ),
    ...theirs.flatMap((order) => {
      const { expires_at: expiresAt } = byRequest.get(order.id) ?? {}
      const isLate =
        order.kind === 'collection' && expiresAt && order.askedAt > Date.parse(expiresAt)
      return isLate ? [{ rule: rules.tooLate, subject: order.id }] : []
    }),
    ...ours.flatMap((order) => disagreements(order, memories[order.provider])),
  ]
}

const rules = {
  notOurs: 'the operator has an order that is not ours',
  tooLate: 'a payer was asked after the payment’s time',
  twice: 'money moved twice',
  unknown: 'money moved at the operator, and nobody here knows',
  unmoved: 'money is booked that did not move at the operator',
}

/** The names of the rules. */
export const operatorRules: readonly string[] = Object.values(rules)

interface OurOrder {
  readonly request: string
  readonly provider: string
  /** The payer's deadline, as text. */
  readonly expires_at: string | null
  readonly is_paid: boolean
  /** The operator may still report or move something, and is being checked. */
  readonly is_open: boolean
  /** Money that moved after the end, or against a staff verdict, is booked. */
  readonly is_late: boolean
}

const watched = (transactionId: string, refundId: string): string =>
  `exists (select from late_watch w where w.transaction_id = ${transactionId}
     and w.refund_id is not distinct from ${refundId} and w.closed_at is null)`
const contradicted = (transactionId: string, refundId: string): string =>
  `exists (select from closing c where c.transaction_id = ${transactionId}
     and c.refund_id is not distinct from ${refundId} and c.contradicted_at is not null)
   or exists (select from paid_after_all p where p.transaction_id = ${transactionId}
     and p.refund_id is not distinct from ${refundId})
   or exists (select from unpaid_after_all u where u.transaction_id = ${transactionId}
     and u.refund_id is not distinct from ${refundId})`

const ourOrders = `
  select t.operator_request_id as request, t.provider, case t.type when 'collection' then to_json(t.expires_at) #>> '{}' end as expires_at,
    t.status = 'succeeded' as is_paid, t.status = 'pending' or ${watched('t.id', 'null')} as is_open,
    t.late_outcome_at is not null or ${contradicted('t.id', 'null')} as is_late
  from transaction t where t.mode = 'live' and t.payment_type = 'mobile_money'
  union all
  select r.operator_request_id, t.provider, null, r.status = 'succeeded',
    r.status in ('approved', 'processing') or ${watched('t.id', 'r.id')}, ${contradicted('t.id', 'r.id')}
  from refund r join transaction t on t.id = r.transaction_id where t.mode = 'live'`

function disagreements(order: OurOrder, memory: Memory | undefined): Violation[] {
  const moved = memory?.movements(order.request) ?? 0
  const isKnown = order.is_paid || order.is_open || order.is_late
  const broken = {
    [rules.twice]: moved > 1,
    [rules.unknown]: moved > 0 && !isKnown,
    [rules.unmoved]: moved === 0 && order.is_paid && !order.is_late,
  }
  return Object.entries(broken).flatMap(([rule, isBroken]) =>
    isBroken ? [{ rule, subject: order.request }] : [],
  )
}
