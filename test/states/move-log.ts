import { isEnd } from '#domain/states/moves.ts'
import type { Books } from '#test/support/books.ts'
import { moveTables } from '#test/support/move-tables.ts'

/** What breaks a rule: whose, the rule and the subject. */
export interface Broken {
  readonly env: string
  readonly rule: string
  readonly subject: string
}

/** Has the database write down every move of these books, with the transaction that makes it, whoever makes it. */
export async function logMoves(books: Books): Promise<void> {
  await books.rows(`create table move_log (seq bigint generated always as identity primary key, machine text not null,
    subject uuid not null, env uuid not null, was text, is_now text not null)`)
  await books.rows('create index on move_log (env)')
  await books.rows(`create table known_move (machine text not null, was text, is_now text not null, event text,
    posting text, is_end boolean not null)`)
  for (const [machine, kept] of Object.entries(moveTables)) {
    const { table, column, id, moves } = kept
    const env = 'new.service_env_id'
    await books.rows(`create function log_${machine}() returns trigger language plpgsql as $$
      declare was text := case when tg_op = 'UPDATE' then to_jsonb(old) ->> '${column}' end;
      begin
        if new.${column} is not null and new.${column} is distinct from was then
          insert into move_log (machine, subject, env, was, is_now) values ('${machine}', new.${id}, ${env}, was, new.${column});
        end if;
        return null;
      end $$`)
    await books.rows(`create trigger log_${machine} after insert or update on ${table}
      for each row when (${kept.where('new')}) execute function log_${machine}()`)
    for (const { from, to, ...move } of moves.moves) {
      const effects = { event: null, posting: null, ...move }
      await books.rows(
        'insert into known_move values ($1, $2, $3, $4, $5, $6)',
        machine,
        from,
        to,
        effects.event,
        effects.posting,
        isEnd<string>(moves, to),
      )
    }
  }
}

/** How many moves were made in all, by table. */
export function countMoves(
  books: Books,
): Promise<{ machine: string; moves: number; kinds: number }[]> {
  return books.rows(`select machine, count(*)::int as moves, count(distinct (was, is_now))::int as kinds
    from move_log group by machine order by machine`)
}

/** What must hold of the moves that these merchants’ histories made, and of what goes with them: one statement. */
export function brokenRules(books: Books, envs: readonly string[]): Promise<Broken[]> {
  return books.rows<Broken>(statement, envs)
}

const moved = `
  select l.*, m.event, m.posting from move_log l
  join known_move m on m.machine = l.machine and m.was is not distinct from l.was and m.is_now = l.is_now
  where l.env = any ($1)`

const rules = {
  'a move is of its table': `
    select l.env, l.machine || ' ' || coalesce(l.was, '') || ' to ' || l.is_now || ' of ' || l.subject from move_log l
    where l.env = any ($1) and not exists (select from known_move m
      where m.machine = l.machine and m.was is not distinct from l.was and m.is_now = l.is_now)`,
  'a move begins where the one before ended': `
    select env, machine || ' ' || subject from (
      select *, lag(is_now) over (partition by machine, subject order by seq) as before from move_log where env = any ($1)) l
    where was is distinct from before`,
  'there is one end': `
    select l.env, l.machine || ' ' || l.subject from move_log l
    join known_move m on m.machine = l.machine and m.was is not distinct from l.was and m.is_now = l.is_now
    where l.env = any ($1) and m.is_end group by l.env, l.machine, l.subject having count(*) > 1`,
  'a move that tells has one event, and each event its move': `
    select coalesce(m.env, e.service_env_id), coalesce(m.event, e.type) || ' of ' || coalesce(m.subject, e.subject_id)
    from (select env, subject, event, count(*) from (${moved}) m where event is not null group by 1, 2, 3) m
    full join (select service_env_id, subject_id, type, count(*) from event
      where service_env_id = any ($1) and not is_test group by 1, 2, 3) e on e.subject_id = m.subject and e.type = m.event
    where m.count is distinct from e.count`,
  'an event has a delivery for each webhook that wants it, and no other': `
    select e.service_env_id, e.type || ' of ' || e.subject_id from event e
    where e.service_env_id = any ($1) and (select array_agg(d.endpoint_id order by d.endpoint_id)
        from webhook_delivery d where d.event_id = e.id)
      is distinct from (select array_agg(w.id order by w.id) from webhook_endpoint w
        where w.service_env_id = e.service_env_id and (w.all_events or e.type = any (w.events)))`,
  'a move that moves money has one movement': `
    select m.env, m.posting || ' of ' || m.subject from (${moved}) m
    where m.posting is not null and m.machine <> 'funds'
      and not (m.machine = 'refund' and m.posting <> 'refund_paid'
        and (select origin from refund where id = m.subject) = 'service')
      and (select count(*) from ledger_movement v where v.service_env_id = m.env
        and coalesce(v.refund_id, v.transaction_id) = m.subject and v.kind = m.posting) <> 1`,
  'a movement has its move': `
    select v.service_env_id, v.kind || ' of ' || coalesce(v.refund_id, v.transaction_id) from ledger_movement v
    where v.service_env_id = any ($1) and v.kind in (select posting from known_move)
      and not exists (select from (${moved}) m
        where m.subject = coalesce(v.refund_id, v.transaction_id) and m.posting = v.kind)`,
  'movements sum to zero, and balances are their sums, not below zero': `
    select v.service_env_id, 'the ledger' from ledger_movement v join ledger_entry n on n.movement_id = v.id
    where v.service_env_id = any ($1) group by 1 having sum(n.amount) <> 0
    union all
    select a.service_env_id, a.kind from ledger_account a where a.service_env_id = any ($1) and (a.balance < 0
      or a.balance <> (select coalesce(sum(n.amount), 0) from ledger_entry n where n.account_id = a.id))`,
  'refunds never exceed what was paid, and the payment shows what was paid back': `
    select t.service_env_id, t.id::text from transaction t left join refund r on r.transaction_id = t.id
    where t.service_env_id = any ($1) group by t.id
    having coalesce(sum(r.amount) filter (where r.status not in ('rejected', 'failed', 'cancelled')), 0) > t.amount_charged
      or coalesce(sum(r.amount) filter (where r.status = 'succeeded'), 0) <> t.refunded_amount`,
  'whatever is open has its run announced': `
    select l.env, l.machine || ' ' || l.subject from move_log l where l.env = any ($1) and l.was is null
      and not (l.machine = 'funds' and l.is_now = 'available')
      and (l.machine <> 'payoutFile' or exists (select from move_log r where r.subject = l.subject and r.is_now = 'running'))
      and not exists (select from outbox o where o.subject_id = l.subject
        and o.kind = case l.machine when 'transfer' then 'bank-transfer' when 'delivery' then 'webhook-delivery'
          when 'replay' then 'webhook-replay' when 'payoutFile' then 'payout-file' else l.machine end)
    union all
    select t.service_env_id, 'late-answer ' || t.id from late_watch w join transaction t on t.id = w.transaction_id
    where t.service_env_id = any ($1) and w.closed_at is null and not exists (
      select from outbox o where o.subject_id = coalesce(w.refund_id, t.id) and o.kind like 'late-%')`,
}

const statement = Object.entries(rules)
  .map(
    ([rule, query]) =>
      `select v.env, '${rule}' as rule, v.subject from (${query}) as v(env, subject)`,
  )
  .join('\nunion all\n')
