-- What the staff decides for the whole service: which operators are open, and what floating currencies are worth.

-- An operator without a row is open.
create table operator_state (
  provider text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  is_open boolean not null,
  reason text not null check (length(reason) between 1 and 500),
  changed_by uuid not null,
  realm text not null generated always as ('staff') stored,
  changed_at timestamptz(3) not null default now(),
  primary key (provider, mode),
  constraint operator_state_by_staff foreign key (changed_by, realm) references person (id, realm)
);

-- Null: brought along by an installation.
alter table exchange_rate add column entered_by uuid;
alter table exchange_rate add column realm text not null generated always as ('staff') stored;
alter table exchange_rate add constraint exchange_rate_by_staff
  foreign key (entered_by, realm) references person (id, realm);
alter table exchange_rate add constraint exchange_rate_source check (length(source) between 1 and 120);
create index exchange_rate_list on exchange_rate (at desc, id desc);

-- What was priced with a rate was: a wrong one is followed by a right one, never changed.
create function exchange_rate_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a rate that was entered stays' using errcode = 'integrity_constraint_violation';
end $$;
create trigger exchange_rate_stays before update or delete on exchange_rate
  for each row execute function exchange_rate_stays();
create trigger exchange_rate_is_not_emptied before truncate on exchange_rate
  for each statement execute function exchange_rate_stays();

-- How the staff finds what somebody asks about.
create index merchant_list on merchant (created_at desc, id desc);
create index service_merchant on service (merchant_id);
create index transaction_by_any_reference on transaction (reference);
create index transaction_by_provider_reference on transaction (provider_reference) where provider_reference is not null;

-- The queues of what waits for the staff.
create index transaction_funds_waiting on transaction (completed_at, id) where funds_status in ('held', 'pending_confirmation');
create index transaction_late_outcome on transaction (late_outcome_at, id) where late_outcome_at is not null;
