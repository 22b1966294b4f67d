-- What operators say against what the books say.

-- Orders as an operator knows them: what was asked of it, under which id, and whether the money moved. A late debit moved;
-- where the operator contradicts the staff's word, the operator's counts here.
create view operator_order as
  select t.id, t.id as transaction_id, null::uuid as refund_id, t.service_env_id, t.mode, t.provider, t.type as kind,
    -- The fee of a payout stays here.
    case t.type when 'payout' then t.net_amount else t.amount_charged end as amount,
    case t.type when 'payout' then t.net_currency else t.charged_currency end as currency,
    t.status, case when t.status = 'pending' then 'open'
      when (t.status = 'succeeded' or t.late_outcome_at is not null) <> exists (select from closing c
        where c.transaction_id = t.id and c.refund_id is null and c.contradicted_at is not null) then 'moved'
      else 'still' end as standing,
    t.operator_request_id, t.provider_reference, coalesce(t.late_outcome_at, t.completed_at) as known_at
  from transaction t where t.payment_type = 'mobile_money'
  union all
  select r.id, r.transaction_id, r.id, r.service_env_id, (select e.mode from service_env e where e.id = r.service_env_id),
    r.provider, 'refund', r.amount, r.currency,
    r.status, case when r.status in ('pending', 'approved', 'processing') then 'open'
      when (r.status = 'succeeded') <> exists (select from closing c
        where c.transaction_id = r.transaction_id and c.refund_id = r.id and c.contradicted_at is not null) then 'moved'
      else 'still' end,
    r.operator_request_id, r.provider_reference, r.completed_at
  from refund r;

create table reconciliation (
  id uuid primary key,
  provider text not null,
  -- Whose own account at the operator the statement is of; null for the platform's.
  service_env_id uuid references service_env,
  kinds text[] not null check (kinds <@ array['collection', 'payout', 'refund'] and kinds <> '{}'),
  from_day date not null,
  to_day date not null,
  -- Of operator, account, kinds, period and file, keyed: the file names payers, and is not kept.
  digest bytea not null constraint reconciliation_once unique check (length(digest) = 32),
  lines_total int not null check (lines_total >= 0),
  state text not null default 'matching' check (state in ('matching', 'searching', 'done')),
  -- How far it is: the last line that was matched, then the last order that was looked for.
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

-- What a statement said stays, and what differed is history: it is closed once.
create function statement_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what a statement said stays' using errcode = 'integrity_constraint_violation';
end $$;
create trigger reconciliation_stays before delete or truncate or update of id, provider, service_env_id, kinds, from_day,
    to_day, digest, lines_total, imported_by, created_at
  on reconciliation for each statement execute function statement_stays();

create table operator_statement_line (
  reconciliation_id uuid not null references reconciliation,
  -- Of the file.
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
  -- True where an earlier line says the same of the same order.
  is_repeated boolean not null,
  -- Our transaction or refund, once it was found.
  order_id uuid,
  primary key (reconciliation_id, number),
  check (operator_reference is not null or reference is not null)
);
create index operator_statement_line_order on operator_statement_line (order_id, reconciliation_id) where order_id is not null;
create trigger operator_statement_line_stays before delete or truncate or update of reconciliation_id, number, kind,
    operator_reference, reference, amount, currency, status, at, is_repeated
  on operator_statement_line for each statement execute function statement_stays();

create table reconciliation_difference (
  id uuid primary key default gen_random_uuid(),
  -- In the order in which they were found.
  position bigint generated always as identity unique,
  reconciliation_id uuid not null references reconciliation,
  kind text not null check (kind in ('missing_here', 'missing_there', 'amount_differs', 'status_differs', 'duplicate')),
  line int,
  order_kind text not null check (order_kind in ('collection', 'payout', 'refund')),
  -- What it was like here when it was found.
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
  -- The reconciliation whose statement had what this one lacked.
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
