-- A rate that moves much is entered by two people: what the first one entered waits here for the second.
-- Serves code from 29-delivered-bodies.

create table exchange_rate_entry (
  id uuid primary key,
  currency text not null,
  xof_per_unit numeric(20, 10) not null check (xof_per_unit > 0),
  -- From when it is to hold; null: from when the second one enters it.
  at timestamptz(3),
  entered_by uuid not null,
  realm text not null generated always as ('staff') stored,
  entered_at timestamptz(3) not null default now(),
  constraint exchange_rate_entry_by_staff foreign key (entered_by, realm) references person (id, realm)
);
create index exchange_rate_entry_waiting on exchange_rate_entry (currency, entered_at);
