-- Terms: what a service agreed to pay in a mode, and when its money becomes available. Each change holds all of the terms, is
-- proposed by one member of staff and put in force by another (docs/money-and-ledger.md#terms).
create table terms_change (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  collection_kind text not null check (collection_kind in ('percentage', 'fixed')),
  collection_value numeric(12, 4) not null check (collection_value >= 0),
  collection_payer text not null check (collection_payer in ('customer', 'merchant')),
  payout_kind text not null check (payout_kind in ('percentage', 'fixed')),
  payout_value numeric(12, 4) not null check (payout_value >= 0),
  exchange_fee_percent numeric(7, 4) not null check (exchange_fee_percent between 0 and 50),
  exchange_fee_payer text not null check (exchange_fee_payer in ('customer', 'merchant')),
  exchange_margin_percent numeric(7, 4) not null check (exchange_margin_percent between 0 and 50),
  exchange_margin_payer text not null check (exchange_margin_payer in ('customer', 'merchant')),
  -- Zero: available at once.
  availability_delay_hours int not null check (availability_delay_hours between 0 and 2160),
  reason text not null check (length(reason) between 1 and 500),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused', 'withdrawn')),
  asked_by uuid not null,
  asked_at timestamptz(3) not null default now(),
  decided_by uuid,
  -- If done: since when the terms apply.
  decided_at timestamptz(3),
  realm text not null generated always as ('staff') stored,
  constraint terms_change_decided check ((state = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint terms_change_by_two check (state <> 'done' or decided_by <> asked_by),
  constraint terms_change_asked_by_staff foreign key (asked_by, realm) references person (id, realm),
  constraint terms_change_decided_by_staff foreign key (decided_by, realm) references person (id, realm)
);
create index terms_change_waiting on terms_change (asked_at, id) where state = 'waiting';
create index terms_change_of on terms_change (service_env_id, decided_at desc) where state = 'done';
-- One open change at a time: a second one would undo the first.
create unique index terms_change_waits_once on terms_change (service_env_id) where state = 'waiting';

create function terms_change_stays_what_it_is() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'waiting'
      and to_jsonb(new) - '{state,decided_by,decided_at,realm}'::text[]
        = to_jsonb(old) - '{state,decided_by,decided_at,realm}'::text[] then
    return new;
  end if;
  raise exception 'a change of terms is decided once, and stays as it was proposed' using errcode = 'integrity_constraint_violation';
end $$;
create trigger terms_change_stays_what_it_is before update or delete on terms_change
  for each row execute function terms_change_stays_what_it_is();
