-- Which operators are open, and the accounts at operators that services bring themselves.

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

-- Accounts at operators in a service's own name; all other services use the platform's.
create table operator_account (
  service_env_id uuid not null references service_env,
  provider text not null,
  -- What the account can be asked for, known without unsealing its settings.
  capabilities text[] not null check (capabilities <@ array['collection', 'payout'] and capabilities <> '{}'),
  -- Who we are at the operator, as a keyed digest: credentials may be renewed at any time, but the account may not change.
  identity bytea not null check (length(identity) = 32),
  settings_sealed bytea not null,
  updated_at timestamptz(3) not null default now(),
  primary key (service_env_id, provider)
);

-- Sandbox moves no real money and calls no real operator.
create function operator_account_is_live() returns trigger language plpgsql as $$
begin
  if not exists (select from service_env where id = new.service_env_id and mode = 'live') then
    raise exception 'operator accounts are for live mode' using errcode = 'check_violation',
      constraint = 'operator_account_is_live';
  end if;
  return new;
end $$;
create trigger operator_account_is_live before insert or update on operator_account
  for each row execute function operator_account_is_live();
