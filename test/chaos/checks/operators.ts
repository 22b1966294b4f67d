import type { KeptOrder } from '#dev/emulators/memory.ts'
import { checkOperatorBooks, operatorRules } from '#test/support/operator-books.ts'
import type { Evidence } from '#test/chaos/evidence.ts'
import { type Check, checkOf, idsBy } from './check.ts'

/** Our books beside each operator's own, order for order. */
export const ofOperators: Check = {
  names: operatorRules,
  async find({ database, memories, journal }) {
    const lost = new Set(
      Object.values(memories)
        .flatMap(({ orders }) => orders)
        .filter(({ askedAt }) => journal.isLost(askedAt))
        .map(({ id }) => id),
    )
    const found = await checkOperatorBooks(database, memories)
    return found.filter(({ subject }) => !lost.has(subject))
  },
}

/** And sum for sum; and the sandbox's operator, which keeps a book of its own too. */
export const ofOperatorSums: Check = checkOf({
  'I11 what an operator holds for us is what the clearing account says': async (evidence) => {
    const held = await evidence.rows<{ provider: string; sum: string }>(
      `select a.provider, (-sum(e.amount))::text as sum
       from ledger_entry e join ledger_account a on a.id = e.account_id
       where a.mode = 'live' and a.kind = 'operator_clearing' group by a.provider`,
    )
    const sums = new Map(held.map(({ provider, sum }) => [provider, Number(sum)]))
    const booked = await bookedRequests(evidence)
    return Object.entries(evidence.memories)
      .map(([provider, { orders }]) => ({
        provider,
        theirs: orders.filter(({ id }) => booked.has(id)).reduce(moved, 0),
        ours: sums.get(provider) ?? 0,
      }))
      .filter(({ theirs, ours }) => theirs !== ours)
      .map(({ provider, theirs, ours }) => `${provider} has ${theirs}, our books ${ours}`)
  },
  'I11 the sandbox’s operator agrees with every end': idsBy(`
    select t.id from transaction t left join sandbox_operator.request r on r.id = t.operator_request_id
    where t.mode = 'sandbox' and t.payment_type = 'mobile_money' and (
      t.status = 'succeeded' and (r.status is distinct from 'succeeded'
        or t.type = 'collection' and r.amount <> t.amount_charged)
      or t.status in ('failed', 'cancelled') and r.status = 'succeeded'
      or t.status = 'expired' and r.status = 'succeeded' and t.late_outcome_at is null
        and not exists (select from late_watch w where w.transaction_id = t.id and w.closed_at is null))
    union all
    select f.id from refund f join transaction t on t.id = f.transaction_id
      left join sandbox_operator.request r on r.id = f.operator_request_id
    where t.mode = 'sandbox' and (f.status = 'succeeded') <> (coalesce(r.status, '') = 'succeeded')
      and f.completed_at is not null`),
})

function moved(sum: number, { end, kind, amount }: KeptOrder): number {
  if (end !== 'succeeded') return sum
  return kind === 'collection' ? sum + amount : sum - amount
}

/** But for debits that are still to be found out, and what a restored backup took back. */
async function bookedRequests({ rows }: Evidence): Promise<ReadonlySet<string>> {
  const found = await rows<{ id: string }>(
    `select t.operator_request_id as id from transaction t
     where t.mode = 'live' and t.payment_type = 'mobile_money'
       and (t.status = 'succeeded' or t.late_outcome_at is not null)
     union all
     select r.operator_request_id from refund r join transaction t on t.id = r.transaction_id
     where t.mode = 'live' and r.status = 'succeeded'`,
  )
  return new Set(found.map(({ id }) => id))
}
