-- Reconciliation: operator statements, matched with the books.

create table reconciliation (
  id uuid primary key,
  provider text not null,
  -- The service whose own account at the operator the statement is of; null for the platform's account.
  service_env_id uuid references service_env,
  kinds text[] not null check (kinds <@ array['collection', 'payout', 'refund'] and kinds <> '{}'),
  from_day date not null,
  to_day date not null,
  -- Keyed digest of operator, account, kinds, period and file; keyed, because the file names payers. The file is not stored.
  digest bytea not null constraint reconciliation_once unique check (length(digest) = 32),
  lines_total int not null check (lines_total >= 0),
  state text not null default 'matching' check (state in ('matching', 'searching', 'done')),
  -- Progress: the last line that was matched, then the last order that was looked for.
  last_line int not null default 0,
  last_known_at timestamptz(3),
  last_order_id uuid,
  lines_done int not null default 0,
  lines_agreed int not null default 0,
  orders_done int not null default 0,
  imported_by uuid not null,
  realm text not null generated always as ('staff') stored,
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  constraint reconciliation_by_staff foreign key (imported_by, realm) references person (id, realm),
  check (to_day between from_day and from_day + 30),
  check (lines_agreed <= lines_done and lines_done <= lines_total),
  check ((state = 'done') = (completed_at is not null))
);
create index reconciliation_list on reconciliation (created_at desc, id desc);

-- What a statement said never changes, and a difference is history: it is closed once.
create function statement_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what a reconciliation recorded stays' using errcode = 'integrity_constraint_violation';
end $$;
create trigger reconciliation_stays before delete or truncate or update of id, provider, service_env_id, kinds, from_day,
    to_day, digest, lines_total, imported_by, created_at
  on reconciliation for each statement execute function statement_stays();

-- Lines of a statement, without what names a person.
create table operator_statement_line (
  reconciliation_id uuid not null references reconciliation,
  -- The line number in the file.
  number int not null check (number > 0),
  kind text not null check (kind in ('collection', 'payout', 'refund')),
  operator_reference text check (length(operator_reference) between 1 and 64),
  reference text check (length(reference) between 1 and 64),
  request_id uuid generated always as (
    case when reference ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then reference::uuid end) stored,
  amount bigint not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('succeeded', 'failed', 'reversed')),
  at timestamptz(3) not null,
  -- True if an earlier line says the same about the same order.
  is_repeated boolean not null,
  -- Our transaction or refund, once it is found.
  order_id uuid,
  primary key (reconciliation_id, number),
  check (operator_reference is not null or reference is not null)
);
create index operator_statement_line_order on operator_statement_line (order_id, reconciliation_id) where order_id is not null;
create trigger operator_statement_line_stays before delete or truncate or update of reconciliation_id, number, kind,
    operator_reference, reference, amount, currency, status, at, is_repeated
  on operator_statement_line for each statement execute function statement_stays();

-- A point where a statement and our books differ.
create table reconciliation_difference (
  id uuid primary key default gen_random_uuid(),
  -- The order in which differences were found.
  position bigint generated always as identity unique,
  reconciliation_id uuid not null references reconciliation,
  kind text not null check (kind in ('missing_here', 'missing_there', 'amount_differs', 'status_differs', 'duplicate')),
  line int,
  order_kind text not null check (order_kind in ('collection', 'payout', 'refund')),
  -- Our order, as it was when the difference was found.
  order_id uuid,
  transaction_id uuid references transaction,
  refund_id uuid references refund,
  amount bigint,
  currency text,
  status text,
  created_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  closed_by uuid,
  realm text not null generated always as ('staff') stored,
  reason text check (length(reason) between 1 and 500),
  -- The reconciliation whose statement contained what was missing in this one.
  found_in uuid references reconciliation,
  constraint difference_line_once unique (reconciliation_id, line),
  constraint difference_of_line foreign key (reconciliation_id, line) references operator_statement_line,
  constraint difference_closed_by_staff foreign key (closed_by, realm) references person (id, realm),
  check ((kind = 'missing_there') = (line is null)),
  check ((transaction_id is null) = (order_id is null) and (kind = 'missing_here') <= (order_id is null)),
  check (kind in ('missing_here', 'duplicate') or order_id is not null),
  check ((closed_at is null) = (closed_by is null and found_in is null)),
  check ((closed_by is null) = (reason is null) and (closed_by is null or found_in is null))
);
create unique index difference_order_once on reconciliation_difference (reconciliation_id, order_id)
  where kind = 'missing_there';
create index difference_open on reconciliation_difference (position) where closed_at is null;
create index difference_of on reconciliation_difference (reconciliation_id, position);
create trigger difference_stays before delete or truncate or update of id, reconciliation_id, kind, line, order_kind,
    order_id, transaction_id, refund_id, amount, currency, status, created_at
  on reconciliation_difference for each statement execute function statement_stays();
create trigger difference_closes_once before update on reconciliation_difference
  for each row when (old.closed_at is not null) execute function statement_stays();

-- A line of a statement that our books deny, confirmed by two supervisors who did not import the statement; it is booked with
-- the second confirmation (docs/reconciliation.md). What the operator itself answers when asked needs no confirmation.
create table confirmed_line (
  difference_id uuid not null references reconciliation_difference,
  confirmed_by uuid not null,
  realm text not null generated always as ('staff') stored,
  -- Our transaction or refund, the same as in the difference.
  order_id uuid not null,
  reason text not null check (length(reason) between 1 and 500),
  confirmed_at timestamptz(3) not null default now(),
  -- True for the second confirmation, with which the line was booked.
  is_booked boolean not null,
  primary key (difference_id, confirmed_by),
  constraint confirmed_line_by_staff foreign key (confirmed_by, realm) references person (id, realm)
);
create unique index confirmed_line_books_once on confirmed_line (order_id) where is_booked;

-- Two different people confirm a line, and neither of them imported the statement.
create function confirmed_line_by_two() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'a confirmation stays' using errcode = 'integrity_constraint_violation';
  end if;
  if not exists (
    select from reconciliation_difference d join reconciliation r on r.id = d.reconciliation_id
    where d.id = new.difference_id and d.order_id = new.order_id and d.kind = 'status_differs'
      and r.imported_by <> new.confirmed_by
  ) or new.is_booked and not exists (
    select from confirmed_line c where c.difference_id = new.difference_id and c.confirmed_by <> new.confirmed_by
  ) then
    raise exception 'a line is confirmed by two people who did not import it'
      using errcode = 'check_violation', constraint = 'confirmed_line_by_two';
  end if;
  return new;
end $$;
create trigger confirmed_line_by_two before insert or update or delete on confirmed_line
  for each row execute function confirmed_line_by_two();
create trigger confirmed_line_is_not_emptied before truncate on confirmed_line
  for each statement execute function confirmed_line_by_two();

-- Orders as an operator knows them: what was asked of it, under which id, and whether the money moved. A late debit moved.
-- Where the operator contradicts a verdict, the operator's answer counts. A payout or refund also moved if two people confirmed
-- it, or if the operator paid it after all.
create view operator_order as
  select t.id, t.id as transaction_id, null::uuid as refund_id, t.service_env_id, t.mode, t.provider, t.type as kind,
    -- Without the fee of a payout, which stays here.
    case t.type when 'payout' then t.net_amount else t.amount_charged end as amount,
    case t.type when 'payout' then t.net_currency else t.charged_currency end as currency,
    t.status, case when t.status = 'pending' then 'open'
      when (t.status = 'succeeded' or t.late_outcome_at is not null) <> (exists (select from closing c
        where c.transaction_id = t.id and c.refund_id is null and c.contradicted_at is not null)
        or t.type = 'payout' and (exists (select from confirmed_line l where l.order_id = t.id and l.is_booked)
          or exists (select from paid_after_all p where p.order_id = t.id))) then 'moved'
      else 'still' end as standing,
    t.operator_request_id, t.provider_reference, coalesce(t.late_outcome_at, t.completed_at) as known_at
  from transaction t where t.payment_type = 'mobile_money'
  union all
  select r.id, r.transaction_id, r.id, r.service_env_id, (select e.mode from service_env e where e.id = r.service_env_id),
    r.provider, 'refund', r.amount, r.currency,
    r.status, case when r.status in ('pending', 'approved', 'processing') then 'open'
      when (r.status = 'succeeded') <> (exists (select from closing c
        where c.transaction_id = r.transaction_id and c.refund_id = r.id and c.contradicted_at is not null)
        or exists (select from confirmed_line l where l.order_id = r.id and l.is_booked)
        or exists (select from paid_after_all p where p.order_id = r.id)) then 'moved'
      else 'still' end,
    r.operator_request_id, r.provider_reference, r.completed_at
  from refund r;
