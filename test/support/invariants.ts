import assert from 'node:assert/strict'
import type { Database } from '#db/connect.ts'
import { bookRuleQueries } from '#use-cases/ledger-proofs/rules.ts'
import { onPool } from '#db/sql.ts'

/** A row that violates a rule: the rule's name and the row's id. */
export interface Violation {
  readonly rule: string
  readonly subject: string
}

/**
 * The invariants of the database, read in one statement and so in one snapshot: movements and balances (I1, I2, I3),
 * ends of transactions and the money they moved (I4), refunds and funds (I5), events and deliveries (I6), attempts
 * (I7), QR codes of cash desks and their payments (I8). Returns the violations. For databases written by use cases
 * only, not by hand.
 */
export async function checkInvariants(database: Pick<Database, 'pool'>): Promise<Violation[]> {
  return onPool(database.pool).rows<Violation>(statement)
}

/** After each of the surrounding tests, fails for whatever these books hold wrong. */
export function booksHoldAfterEach(database: () => Database): void {
  afterEach(async () => assert.deepEqual(await checkInvariants(database()), []))
}

/** Enough to see what went wrong; a violated rule may concern a million rows. */
const violationsMax = 100

const ledgerRules = {
  'I1 the ledger sums to zero for each service, mode and currency': `
    select m.service_env_id || ' ' || a.mode || ' ' || a.currency
    from ledger_entry e join ledger_movement m on m.id = e.movement_id join ledger_account a on a.id = e.account_id
    group by m.service_env_id, a.mode, a.currency having sum(e.amount) <> 0`,
}

const transactionRules = {
  'I4 a transaction is dated when it is final, and only then': `
    select id::text from transaction where (status = 'pending') <> (completed_at is null)`,
}

const payoutRules = {
  'I5 a bank transfer stands where its transaction stands': `
    select t.id::text from transaction t full join bank_transfer b on b.transaction_id = t.id
    where (t.payment_type = 'bank_transfer') is distinct from (b.transaction_id is not null)
      or b.state is not null and t.status is distinct from case b.state
        when 'transferred' then 'succeeded' when 'rejected' then 'failed' when 'cancelled' then 'cancelled' else 'pending' end`,
  'I5 a large transfer was approved by another than who took it': `
    select transaction_id::text from bank_transfer
    where state = 'transferred' and needs_approval and (approved_by is null or approved_by = taken_by)`,
  'I6 a payout has one event of its end, and a bank transfer one of its request': `
    select t.id::text from transaction t left join event e on e.transaction_id = t.id
    where t.type = 'payout' group by t.id
    having coalesce(string_agg(e.type, ' ' order by e.type), '') <> trim(concat_ws(' ',
      case when t.status = 'cancelled' then 'withdrawal.cancelled' when t.status = 'failed' then 'withdrawal.failed' end,
      case when t.payment_type = 'bank_transfer' then 'withdrawal.pending' end,
      case when t.status = 'succeeded' then 'withdrawal.success' end))`,
}

const closingRules = {
  'I5 what staff closed ended as they said': `
    select c.id::text from closing c join transaction t on t.id = c.transaction_id left join refund r on r.id = c.refund_id
    where c.ended_at is not null and coalesce(r.status, t.status)
      <> case c.verdict when 'paid' then 'succeeded' else 'failed' end`,
  'I5 an operator’s contrary word is kept apart, whole, and staff is told': `
    select c.id::text from closing c join transaction t on t.id = c.transaction_id left join refund r on r.id = c.refund_id
      left join lateral (
        select sum(e.amount) as kept from ledger_movement m join ledger_entry e on e.movement_id = m.id
          join ledger_account a on a.id = e.account_id
        where m.transaction_id = t.id and m.refund_id is not distinct from r.id and m.kind = 'closing_contradicted'
          and a.kind = 'contradicted') moved on true
    where coalesce(moved.kept, 0) <> case when c.contradicted_at is null then 0
        when c.verdict = 'not_paid' then -coalesce(r.amount, t.net_amount) else coalesce(r.amount, t.amount_charged) end
      and c.ended_at is not null
      or (c.contradicted_at is not null) and not exists (select from staff_notice n
        where n.transaction_id = t.id and n.refund_id is not distinct from r.id and n.kind = 'closing_contradicted')`,
}

const paidAfterAllRules = {
  'I5 what an operator paid after all, against its own answer, is kept apart once, and staff is told': `
    select p.order_id::text from paid_after_all p join transaction t on t.id = p.transaction_id
      left join refund r on r.id = p.refund_id
      left join lateral (
        select sum(e.amount) as kept from ledger_movement m join ledger_entry e on e.movement_id = m.id
          join ledger_account a on a.id = e.account_id
        where m.transaction_id = t.id and m.refund_id is not distinct from r.id and m.kind = 'closing_contradicted'
          and a.kind = 'contradicted') moved on true
    where coalesce(moved.kept, 0) <> -coalesce(r.amount, t.net_amount)
      or coalesce(r.status, t.status) not in ('rejected', 'failed', 'cancelled')
      or not exists (select from staff_notice n
        where n.transaction_id = t.id and n.refund_id is not distinct from r.id and n.kind = 'closing_contradicted')`,
}

const settlementRules = {
  'I5 a contradiction whose settlement is done has its movement, and was decided on by another than asked': `
    select s.id::text from contradiction_settlement s where s.state = 'done' and (s.decided_by = s.asked_by
      or not exists (select from ledger_movement m where m.transaction_id = s.transaction_id
        and m.refund_id is not distinct from s.refund_id
        and m.kind = 'contradiction_settled' || case when s.number > 1 then ':' || s.number else '' end))`,
  'I5 each later word of an operator has its movement, and staff is told': `
    select coalesce(w.order_id, m.order_id)::text from later_word w full join (
        select coalesce(refund_id, transaction_id) as order_id, kind from ledger_movement
        where kind like 'closing\\_contradicted:%') m
      on m.order_id = w.order_id and m.kind = 'closing_contradicted:' || w.number
    where w.order_id is null or m.order_id is null or not exists (select from staff_notice n
      where n.transaction_id = w.transaction_id and n.refund_id is not distinct from w.refund_id
        and n.kind = 'closing_contradicted' and n.number = w.number)`,
}

const unpaidAfterAllRules = {
  'I5 what an operator denies, against its own answer, is kept apart once, and staff is told': `
    select u.order_id::text from unpaid_after_all u join transaction t on t.id = u.transaction_id
      left join refund r on r.id = u.refund_id
      left join lateral (
        select sum(e.amount) as kept from ledger_movement m join ledger_entry e on e.movement_id = m.id
          join ledger_account a on a.id = e.account_id
        where m.transaction_id = t.id and m.refund_id is not distinct from r.id and m.kind = 'closing_contradicted'
          and a.kind = 'contradicted') moved on true
      cross join lateral (select coalesce(r.amount, case when t.type = 'payout' then t.amount_charged
        when t.late_outcome_at is null then -t.net_amount else -t.amount_charged end)) as whole(owed)
    where coalesce(moved.kept, 0) not between case t.payment_type when 'bank_transfer' then t.fee_amount + 1 else owed end and owed
      or coalesce(r.status, case when t.late_outcome_at is null then t.status else 'succeeded' end) <> 'succeeded'
      or not exists (select from staff_notice n
        where n.transaction_id = t.id and n.refund_id is not distinct from r.id and n.kind = 'closing_contradicted')`,
}

const refundRules = {
  'I5 an account of funds holds the net of the payments whose funds stand there, less what refunds and settlements took of them': `
    select e.id || ' ' || k.kind
    from service_env e, unnest(array['pending', 'pending_confirmation', 'held', 'withheld']) as k(kind)
    where coalesce((select sum(a.balance) from ledger_account a where a.service_env_id = e.id and a.kind = k.kind), 0)
      <> (select coalesce(sum(t.net_amount - (select coalesce(sum(r.funds_amount), 0) from refund r
            where r.transaction_id = t.id and r.status not in ('rejected', 'failed', 'cancelled'))
          - (select coalesce(sum(s.funds_amount), 0) from contradiction_settlement s
            where s.transaction_id = t.id)), 0)
          from transaction t where t.service_env_id = e.id and t.funds_status = k.kind
            and (e.mode, k.kind) <> ('sandbox', 'pending_confirmation'))`,
  'I5 a refund has the events of its request and of its end': `
    select r.id::text from refund r where array(
        select e.type from event e where e.refund_id = r.id and e.transaction_id = r.transaction_id order by e.type)
      <> array(select type from unnest(array['refund.pending', case r.status when 'succeeded' then 'refund.success'
          when 'pending' then null when 'approved' then null when 'processing' then null else 'refund.' || r.status end])
        as type where type is not null order by type)`,
  'I5 funds that staff released were told of, and no others': `
    select t.id::text from transaction t where exists (
        select from event e where e.transaction_id = t.id and e.type = 'funds.released')
      <> (t.funds_status = 'available' and exists (
        select from event e where e.transaction_id = t.id and e.type = 'funds.held'))`,
}

const checkoutRules = {
  'I8 a checkout is succeeded with its payment alone': `
    select c.id::text from checkout c where c.status = 'succeeded' and not exists (
      select from transaction t where t.id = c.transaction_id and t.checkout_id = c.id and t.status = 'succeeded')`,
  'I8 a payment that may still bring money holds its checkout': `
    select t.id::text from transaction t join checkout c on c.id = t.checkout_id
    where t.status in ('pending', 'succeeded') and (c.transaction_id <> t.id
      or not (c.status = 'processing' and c.payment_id = t.id or c.status = 'succeeded' and t.status = 'succeeded'))`,
  'I8 a payment of a checkout is of its service, its desk and its price': `
    select t.id::text from transaction t join checkout c on c.id = t.checkout_id
    where (t.service_env_id, t.channel, t.amount, t.currency, t.terminal_id, t.collaborator_id, t.cash_session_id)
      is distinct from (c.service_env_id, c.channel, c.amount, c.currency, c.terminal_id, c.collaborator_id, c.cash_session_id)`,
}

const webhookRules = {
  'I6 a final collection has one payment event, of its end': `
    select t.id::text from transaction t left join event e on e.transaction_id = t.id and e.type like 'payment.%'
    where t.type = 'collection' group by t.id
    having count(e.id) <> (case t.status when 'pending' then 0 else 1 end)
      or min(e.type) <> case t.status when 'succeeded' then 'payment.success' else 'payment.failed' end`,
  'I6 an event is recorded once for a transaction, or a refund, and type': `
    select subject_id || ' ' || type from event where subject_id is not null
    group by subject_id, type having count(*) > 1`,
  'I6 an event is delivered once to an endpoint': `
    select event_id || ' ' || endpoint_id from webhook_delivery group by event_id, endpoint_id having count(*) > 1`,
  'I6 event, delivery and endpoint are of one service and mode': `
    select d.id::text from webhook_delivery d join event e on e.id = d.event_id
      join webhook_endpoint w on w.id = d.endpoint_id left join transaction t on t.id = e.transaction_id
    where d.service_env_id <> e.service_env_id or d.service_env_id <> w.service_env_id
      or t.service_env_id <> e.service_env_id`,
  'I7 attempts are numbered 1 to 6, rising; extra ones come last and repeat the sixth alone': `
    select delivery_id::text from (
      select delivery_id, number, is_extra, lag(number, 1, 0) over w as before, lag(is_extra, 1, false) over w as was_extra
      from webhook_attempt window w as (partition by delivery_id order by id)) a
    where number not between 1 and 6 or number < before or (was_extra and not is_extra)
      or (number = before and not (is_extra and number = 6))`,
  'I7 people retry a delivery ten times an hour at most': `
    select delivery_id::text from (
      select delivery_id, asked_at - lag(asked_at, 10) over (partition by delivery_id order by id) as span
      from webhook_retry) r
    where span < interval '1 hour'`,
  'I7 a service tests its webhooks five times an hour at most': `
    select id::text from (
      select id, created_at - lag(created_at, 5) over (partition by service_env_id order by created_at, id) as span
      from event where is_test) e
    where span < interval '1 hour'`,
  'I7 no attempt follows a 2xx answer': `
    select delivery_id::text from (
      select delivery_id, lag(http_status) over (partition by delivery_id order by id) as before
      from webhook_attempt) a
    where before between 200 and 299`,
  'I7 a delivery counts its attempts': `
    select d.id::text from webhook_delivery d
    where d.attempts <> (select coalesce(max(a.number), 0) from webhook_attempt a where a.delivery_id = d.id)`,
  'I7 a delivery is dated when it is over, and only then': `
    select id::text from webhook_delivery where (status in ('delivered', 'abandoned')) <> (completed_at is not null)`,
}

/** Rules shared with the nightly ledger check, defined in one place. */
const provenRules = Object.fromEntries(
  Object.values(bookRuleQueries).map(({ promise, broken }) => [
    promise,
    `select subject from (${broken('true')}) as b(subject, expected, found, currency)`,
  ]),
)

const rules = {
  ...provenRules,
  ...ledgerRules,
  ...transactionRules,
  ...payoutRules,
  ...closingRules,
  ...paidAfterAllRules,
  ...settlementRules,
  ...unpaidAfterAllRules,
  ...refundRules,
  ...webhookRules,
  ...checkoutRules,
}

/** The names of the rules, for a test that violates each of them. */
export const invariantNames: readonly string[] = Object.keys(rules)

const statement = `${Object.entries(rules)
  .map(([rule, query]) => `select '${rule}' as rule, v.subject from (${query}) as v(subject)`)
  .join('\nunion all\n')}
limit ${violationsMax}`
