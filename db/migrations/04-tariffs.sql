-- Fees, exchange rates, and how old a rate may be.

-- The fees of the platform. The most specific rule applies: terminal, then channel, then service, then platform.
create table fee_rule (
  id uuid primary key,
  level text not null check (level in ('platform', 'service', 'channel', 'terminal')),
  type text not null default 'collection' check (type in ('collection', 'payout')),
  service_env_id uuid references service_env,
  channel text,
  terminal_id uuid references terminal,
  provider text,
  kind text not null check (kind in ('percentage', 'fixed')),
  value numeric(12, 4) not null check (value >= 0),
  payer text not null default 'customer' check (payer in ('customer', 'merchant')),
  created_at timestamptz(3) not null default now(),
  check ((level = 'platform') = (service_env_id is null)),
  check ((level = 'channel') = (channel is not null)),
  check ((level = 'terminal') = (terminal_id is not null))
);

-- Dated rates of floating currencies. Fixed parities are in the code: they are set by law.
create table exchange_rate (
  id uuid primary key,
  currency text not null,
  xof_per_unit numeric(20, 10) not null check (xof_per_unit > 0),
  source text not null,
  at timestamptz(3) not null,
  -- Null if the rate came with the installation.
  entered_by uuid,
  realm text not null generated always as ('staff') stored,
  unique (currency, at),
  constraint exchange_rate_by_staff
    foreign key (entered_by, realm) references person (id, realm),
  constraint exchange_rate_source check (length(source) between 1 and 120)
);
create index exchange_rate_list on exchange_rate (at desc, id desc);

-- A rate is never changed, because payments were priced with it; a wrong one is followed by a right one.
create function exchange_rate_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a rate that was entered stays' using errcode = 'integrity_constraint_violation';
end $$;
create trigger exchange_rate_stays before update or delete on exchange_rate
  for each row execute function exchange_rate_stays();
create trigger exchange_rate_is_not_emptied before truncate on exchange_rate
  for each statement execute function exchange_rate_stays();

-- The fees where nothing else was agreed.
insert into fee_rule (id, level, kind, value, payer)
  values ('00000000-0000-4000-8000-000000000001', 'platform', 'percentage', 2, 'customer');

-- A rate that takes two people (docs/money-and-ledger.md#currencies-and-rates): the first entry waits here for the second.
create table exchange_rate_entry (
  id uuid primary key,
  currency text not null,
  xof_per_unit numeric(20, 10) not null check (xof_per_unit > 0),
  -- From when the rate is to apply; null: from the moment of the second entry.
  at timestamptz(3),
  entered_by uuid not null,
  realm text not null generated always as ('staff') stored,
  entered_at timestamptz(3) not null default now(),
  constraint exchange_rate_entry_by_staff foreign key (entered_by, realm) references person (id, realm)
);
create index exchange_rate_entry_waiting on exchange_rate_entry (currency, entered_at);

-- How old the latest rate of a currency may be before the currency is no longer offered.
create table exchange_rate_age (
  -- A currency, or `default` for all currencies without a row of their own.
  currency text primary key check (currency ~ '^([A-Z]{3}|default)$'),
  hours int not null check (hours between 1 and 87600)
);
insert into exchange_rate_age (currency, hours) values ('default', 168);
