import type { BookRule, ProofPart } from '#domain/ledger-proofs/proof.ts'

/** A rule of the ledger, as a query for its violations in a part of a table. */
export interface BookRuleQuery {
  /** What must hold. */
  readonly promise: string
  readonly over: ProofPart
  /**
   * The violating rows: `subject` (an id), and for rules about a sum `expected`, `found` and `currency`. `within` is
   * a condition on the table's rows, under its alias: m, a, t, r or f.
   */
  readonly broken: (within: string) => string
}

/** Those of a later word, and of what settles it, have a number. */
const ofContradictions = (alias: string): string =>
  `split_part(${alias}.kind, ':', 1) in ('closing_contradicted', 'contradiction_settled')`

const noSum = 'null::numeric, null::numeric, null::text'

/** The rules of the nightly check, also checked by tests after each scenario; each statement sees one snapshot. */
export const bookRuleQueries: Readonly<Record<BookRule, BookRuleQuery>> = {
  movement_unbalanced: {
    promise: 'I1 a movement sums to zero in each currency',
    over: 'ledger_movement',
    broken: (within) => `
      select m.id::text, 0, sum(e.amount), a.currency
      from ledger_movement m join ledger_entry e on e.movement_id = m.id join ledger_account a on a.id = e.account_id
      where ${within} group by m.id, a.currency having sum(e.amount) <> 0`,
  },
  movement_empty: {
    promise: 'I1 a movement has entries',
    over: 'ledger_movement',
    broken: (within) => `
      select m.id::text, ${noSum} from ledger_movement m
      where ${within} and not exists (select from ledger_entry e where e.movement_id = m.id)`,
  },
  movement_misplaced: {
    promise: 'I1 a movement is of the service of its transaction',
    over: 'ledger_movement',
    broken: (within) => `
      select m.id::text, ${noSum} from ledger_movement m join transaction t on t.id = m.transaction_id
      where ${within} and t.service_env_id <> m.service_env_id`,
  },
  entry_misplaced: {
    promise: 'I1 an entry stands in an account of its service, or of the platform, in its mode',
    over: 'ledger_movement',
    broken: (within) => `
      select e.id::text, ${noSum} from ledger_movement m join ledger_entry e on e.movement_id = m.id
        join ledger_account a on a.id = e.account_id join service_env s on s.id = m.service_env_id
      where ${within} and (a.service_env_id <> m.service_env_id or a.mode <> s.mode)`,
  },
  settlement_differs: {
    promise:
      'I5 a contradiction is settled once after each word that leaves it open, whole, with its owner, and as two people decided',
    over: 'ledger_movement',
    broken: (within) => `
      select m.id::text, -coalesce(s.amount, 0), moved.settled, moved.currency from ledger_movement m
        left join contradiction_settlement s on s.state = 'done'
          and s.order_id = coalesce(m.refund_id, m.transaction_id) and s.transaction_id = m.transaction_id
          and m.kind = 'contradiction_settled' || case when s.number > 1 then ':' || s.number else '' end
        join transaction t on t.id = m.transaction_id
        cross join lateral (
          select coalesce(sum(e.amount) filter (where o.id = m.id and a.kind = 'contradicted'), 0) as settled,
            coalesce(sum(e.amount) filter (where o.id = m.id and case when t.late_outcome_at is null then a.service_env_id is not null
              else a.kind = 'to_refund' end), 0) as owner,
            coalesce(sum(e.amount) filter (where o.id = m.id and a.kind = 'written_off'), 0) as lost,
            coalesce(sum(e.amount) filter (where a.kind = 'contradicted'), 0) as open, min(a.currency) as currency
          from ledger_movement o join ledger_entry e on e.movement_id = o.id join ledger_account a on a.id = e.account_id
          where o.transaction_id = m.transaction_id and o.refund_id is not distinct from m.refund_id
            and o.id <= m.id and ${ofContradictions('o')}) moved
      where ${within} and split_part(m.kind, ':', 1) = 'contradiction_settled'
        and (moved.settled, moved.owner, moved.lost, moved.open)
          is distinct from (-s.amount, s.amount + s.written_off, -s.written_off, 0)`,
  },
  balance_negative: {
    promise: 'I2 no merchant account is below zero',
    over: 'ledger_account',
    broken: (within) => `
      select a.id::text, null::numeric, a.balance, a.currency from ledger_account a where ${within} and a.balance < 0`,
  },
  balance_differs: {
    promise: 'I3 a balance is the sum of its entries',
    over: 'ledger_account',
    broken: (within) => `
      select a.id::text, s.sum, a.balance, a.currency from ledger_account a
        cross join lateral (select coalesce(sum(e.amount), 0) from ledger_entry e where e.account_id = a.id) s(sum)
      where ${within} and a.balance <> s.sum`,
  },
  reserved_differs: {
    promise: 'I5 what is reserved is what pending payouts and refunds hold',
    over: 'ledger_account',
    broken: (within) => `
      select a.id::text, h.sum, a.balance, a.currency from ledger_account a cross join lateral (select (
          select coalesce(sum(t.amount_charged), 0) from transaction t where t.service_env_id = a.service_env_id
            and t.type = 'payout' and t.status = 'pending') + (
          select coalesce(sum(r.amount), 0) from refund r where r.service_env_id = a.service_env_id
            and r.status in ('pending', 'approved', 'processing') and r.origin <> 'service')) h(sum)
      where ${within} and a.kind = 'reserved' and a.balance <> h.sum`,
  },
  collection_unbooked: {
    promise: 'I4 a paid collection moved its money, and no other did',
    over: 'transaction',
    broken: (within) => `
      select t.id::text, ${noSum} from transaction t
      where ${within} and t.type = 'collection' and (t.status = 'succeeded') <>
        exists (select from ledger_movement m where m.transaction_id = t.id and m.kind = 'collection_settled')`,
  },
  collection_differs: {
    promise: 'I4 a paid collection moved exactly its amounts',
    over: 'transaction',
    broken: (within) => `
      select t.id::text, t.amount_charged, -moved.clearing, t.charged_currency from transaction t
        join ledger_movement m on m.transaction_id = t.id and m.kind = 'collection_settled'
        left join lateral (
          select sum(e.amount) filter (where a.kind = 'operator_clearing' and a.provider = t.provider) as clearing,
            sum(e.amount) filter (where a.service_env_id is not null) as net,
            sum(e.amount) filter (where a.kind = 'fees') as fees,
            sum(e.amount) filter (where a.kind = 'exchange') as exchange
          from ledger_entry e join ledger_account a on a.id = e.account_id where e.movement_id = m.id
        ) moved on true
      where ${within} and (moved.clearing, moved.net, coalesce(moved.fees, 0), coalesce(moved.exchange, 0))
        is distinct from (-t.amount_charged, t.net_amount, t.fee_amount, t.exchange_amount)`,
  },
  late_outcome_differs: {
    promise:
      'I4 a late outcome is noted when its money is kept, on a payment that ended without success',
    over: 'transaction',
    broken: (within) => `
      select t.id::text, ${noSum} from transaction t where ${within} and ((t.late_outcome_at is not null) <>
        exists (select from ledger_movement m where m.transaction_id = t.id and m.kind = 'late_outcome_booked')
        or (t.late_outcome_at is not null and t.status in ('pending', 'succeeded')))`,
  },
  payout_holds_differ: {
    promise: 'I5 a pending payout holds its amount and fee apart, and no other holds anything',
    over: 'transaction',
    broken: (within) => `
      select t.id::text, held.due, held.sum, t.charged_currency from transaction t cross join lateral (
        select coalesce(sum(e.amount), 0), case t.status when 'pending' then t.amount_charged else 0 end
        from ledger_movement m join ledger_entry e on e.movement_id = m.id
          join ledger_account a on a.id = e.account_id and a.kind = 'reserved'
        where m.transaction_id = t.id) held(sum, due)
      where ${within} and t.type = 'payout' and held.sum <> held.due`,
  },
  payout_differs: {
    promise:
      'I5 a payout took exactly its amounts from the merchant: all when it was made, nothing when it was not',
    over: 'transaction',
    broken: (within) => `
      select t.id::text, t.amount_charged * is_made, coalesce(-moved.merchant, 0), t.charged_currency from transaction t
        cross join lateral (select (t.status = 'succeeded')::int as is_made) made
        left join lateral (
          select sum(e.amount) filter (where a.service_env_id is not null) as merchant,
            sum(e.amount) filter (where a.provider = t.provider and a.kind =
              case t.payment_type when 'bank_transfer' then 'bank_clearing' else 'operator_clearing' end) as clearing,
            sum(e.amount) filter (where a.kind = 'fees') as fees
          from ledger_movement m join ledger_entry e on e.movement_id = m.id
            join ledger_account a on a.id = e.account_id
          where m.transaction_id = t.id and not ${ofContradictions('m')}
        ) moved on true
      where ${within} and t.type = 'payout'
        and (coalesce(moved.merchant, 0), coalesce(moved.clearing, 0), coalesce(moved.fees, 0))
        is distinct from (-t.amount_charged * is_made, t.net_amount * is_made, t.fee_amount * is_made)`,
  },
  refunded_differs: {
    promise: 'I5 refunded_amount is what refunds paid, and refunds ask for no more than was paid',
    over: 'transaction',
    broken: (within) => `
      select t.id::text, paid.sum, t.refunded_amount, t.charged_currency from transaction t cross join lateral (
        select coalesce(sum(r.amount) filter (where r.status = 'succeeded'), 0),
          coalesce(sum(r.amount) filter (where r.status not in ('rejected', 'failed', 'cancelled')), 0)
        from refund r where r.transaction_id = t.id) paid(sum, asked)
      where ${within} and (t.refunded_amount <> paid.sum or t.amount_charged < paid.asked)`,
  },
  refund_holds_differ: {
    promise: 'I5 a refund holds its amount apart while it is under way, and nothing after',
    over: 'refund',
    broken: (within) => `
      select r.id::text, held.due, held.sum, r.currency from refund r cross join lateral (
        select coalesce(sum(e.amount), 0), case
          when r.status in ('pending', 'approved', 'processing') and r.origin <> 'service' then r.amount else 0 end
        from ledger_movement m join ledger_entry e on e.movement_id = m.id
          join ledger_account a on a.id = e.account_id and a.kind = 'reserved'
        where m.transaction_id = r.transaction_id and m.refund_id = r.id) held(sum, due)
      where ${within} and held.sum <> held.due`,
  },
  refund_differs: {
    promise: 'I5 a refund moved its money as its state says',
    over: 'refund',
    broken: (within) => `
      select r.id::text, ${noSum} from refund r where ${within} and array(
          select m.kind from ledger_movement m where m.transaction_id = r.transaction_id and m.refund_id = r.id
            and not ${ofContradictions('m')} order by m.kind)
        <> case when r.origin <> 'service' then case
            when r.status = 'succeeded' then array['refund_paid', 'refund_reserved']
            when r.status in ('rejected', 'failed', 'cancelled') then array['refund_reserved', 'refund_returned']
            else array['refund_reserved'] end
          when r.status = 'succeeded' then array['refund_paid'] else array[]::text[] end`,
  },
  figure_missing: {
    promise:
      'I9 a payment that ended stands in each figure of its day that it belongs to, or is due to',
    over: 'transaction',
    broken: (within) => `
      select distinct t.id::text, ${noSum} from transaction t join figure_part p on p.transaction_id = t.id
      where ${within} and not exists (select from figure_due d
          where (d.service_env_id, d.transaction_id) = (t.service_env_id, t.id))
        and not exists (select from day_figure f
          where (f.service_env_id, f.dimension, f.day, f.value, f.type, f.status, f.charged_currency, f.net_currency)
            = (p.service_env_id, p.dimension, p.day, p.value, p.type, p.status, p.charged_currency, p.net_currency))`,
  },
  figure_differs: {
    promise: 'I9 a figure of a day is the sum of its payments',
    over: 'day_figure',
    broken: (within) => `
      select f.id::text, coalesce(s.net, 0), f.net, f.net_currency from day_figure f left join (
        select p.service_env_id, p.dimension, p.day, p.value, p.type, p.status, p.charged_currency, p.net_currency,
          count(*) as count, sum(p.charged) as charged, sum(p.fees) as fees, sum(p.net) as net,
          sum(p.borne) as borne
        from (select distinct f.service_env_id, f.day from day_figure f where ${within}) d
          join figure_part p on p.service_env_id = d.service_env_id
            and p.created_at >= (d.day - interval '1 hour') at time zone 'UTC'
            and p.created_at < (d.day + interval '23 hours') at time zone 'UTC'
        where not exists (select from figure_due due
          where (due.service_env_id, due.transaction_id) = (p.service_env_id, p.transaction_id))
        group by 1, 2, 3, 4, 5, 6, 7, 8
      ) s using (service_env_id, dimension, day, value, type, status, charged_currency, net_currency)
      where ${within} and ((f.count, f.charged, f.fees, f.net) is distinct from (s.count, s.charged, s.fees, s.net)
        or f.borne <> s.borne)`,
  },
}
