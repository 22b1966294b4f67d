-- Terminals are activated with a code given once; a cash session is one cashier's turn at one of them.

alter table terminal
  add column status text not null default 'active' check (status in ('pending_activation', 'active', 'disabled')),
  -- Keyed digest of the code that waits to be used: gone with its use.
  add column activation_digest bytea unique check (length(activation_digest) = 32),
  add column activation_expires_at timestamptz(3),
  add column serial_number text,
  add column device_type text,
  add column app_version text,
  add column last_seen_at timestamptz(3),
  add column updated_at timestamptz(3) not null default now(),
  add column deleted_at timestamptz(3),
  add constraint terminal_code_expires check ((activation_digest is null) = (activation_expires_at is null));
create index terminal_list on terminal (service_env_id, created_at desc, id desc) where deleted_at is null;
create index api_key_terminal on api_key (terminal_id) where terminal_id is not null;

-- Amounts are minor units of the currency of the merchant's account. Whether a session has expired is read from its time.
create table cash_session (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  terminal_id uuid not null references terminal,
  collaborator_id uuid not null references collaborator,
  -- The key whose token the cashier uses: what was sold with it is the session's.
  api_key_id uuid not null unique references api_key,
  channel text not null check (channel in ('pos', 'shop')),
  currency text not null default 'XOF',
  opening_float bigint not null check (opening_float >= 0),
  counted_cash bigint check (counted_cash >= 0),
  note text,
  opened_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  closed_at timestamptz(3),
  closed_by text check (closed_by in ('secret', 'terminal')),
  constraint cash_session_at_most_8_hours check (expires_at > opened_at and expires_at <= opened_at + interval '8 hours'),
  constraint cash_session_closed_by_someone check ((closed_at is null) = (closed_by is null)),
  constraint cash_session_counted_at_its_end check (counted_cash is null or closed_at is not null)
);
create index cash_session_list on cash_session (terminal_id, opened_at desc, id desc);

-- A closed till stays as it was counted.
create function cash_session_keeps_its_end() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null then
    raise exception 'cash session % is closed for good', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger cash_session_keeps_its_end before update on cash_session
  for each row execute function cash_session_keeps_its_end();

alter table transaction add column cash_session_id uuid references cash_session;
create index transaction_cash_session on transaction (cash_session_id) where cash_session_id is not null;
