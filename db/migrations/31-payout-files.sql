-- Files of payouts: a merchant's list of payees, each line of which becomes one ordinary payout (docs/payouts.md#by-file).

create table payout_file (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  -- The name that its sender gave it.
  name text not null check (length(name) between 1 and 120),
  lines_total int not null check (lines_total between 1 and 50000),
  -- XOF: what the payees get, and what the balance is charged, fees included, as it was shown.
  amount bigint not null check (amount > 0),
  charged bigint not null,
  needs_approval boolean not null,
  state text not null default 'checked'
    check (state in ('checked', 'awaiting_approval', 'running', 'paused', 'done', 'cancelled')),
  -- Why its run paused it; null if a person did.
  pause_code text,
  lines_sent int not null default 0,
  lines_refused int not null default 0,
  checked_by uuid not null,
  sent_by uuid,
  approved_by uuid,
  realm text not null generated always as ('portal') stored,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  ended_at timestamptz(3),
  check (charged >= amount),
  constraint payout_file_lines_counted check (lines_sent + lines_refused <= lines_total),
  constraint payout_file_sent check ((state = 'checked') = (sent_by is null) and (state = 'checked') = (sent_at is null)),
  constraint payout_file_ended check ((state in ('done', 'cancelled')) = (ended_at is not null)),
  constraint payout_file_paused check (pause_code is null or state = 'paused'),
  constraint payout_file_approved check (
    state in ('checked', 'awaiting_approval', 'cancelled') or not needs_approval or approved_by is not null),
  constraint payout_file_approved_by_another check (approved_by is null or (needs_approval and approved_by <> sent_by)),
  constraint payout_file_checked_by_member foreign key (checked_by, realm) references person (id, realm),
  constraint payout_file_sent_by_member foreign key (sent_by, realm) references person (id, realm),
  constraint payout_file_approved_by_member foreign key (approved_by, realm) references person (id, realm)
);
create index payout_file_list on payout_file (service_env_id, created_at desc, id desc);
create index payout_file_under_way on payout_file (id) where state in ('running', 'paused');
create index payout_file_unsent on payout_file (created_at) where state = 'checked';

-- The table of moves of files (docs/states.md).
create function payout_file_moves_as_allowed() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in
      (('checked', 'awaiting_approval'), ('checked', 'running'), ('awaiting_approval', 'running'),
       ('awaiting_approval', 'cancelled'), ('running', 'paused'), ('paused', 'running'), ('running', 'done'),
       ('running', 'cancelled'), ('paused', 'cancelled')) then
    raise exception 'payout file % does not go from % to %', old.id, old.state, new.state
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payout_file_moves_as_allowed before update of state on payout_file
  for each row execute function payout_file_moves_as_allowed();

create function payout_file_stays_what_it_is() returns trigger language plpgsql as $$
begin
  if (new.id, new.service_env_id, new.lines_total, new.amount, new.needs_approval, new.checked_by)
      is distinct from (old.id, old.service_env_id, old.lines_total, old.amount, old.needs_approval, old.checked_by)
      or old.sent_by is not null and new.sent_by is distinct from old.sent_by
      or old.approved_by is not null and new.approved_by is distinct from old.approved_by
      or old.sent_by is not null and new.charged <> old.charged then
    raise exception 'what is recorded of payout file % stays', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payout_file_stays_what_it_is before update on payout_file
  for each row execute function payout_file_stays_what_it_is();

-- A file that was sent is never deleted.
create function payout_file_is_kept() returns trigger language plpgsql as $$
begin
  if old.state <> 'checked' then
    raise exception 'payout file % was sent: it is never deleted', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end $$;
create trigger payout_file_is_kept before delete on payout_file for each row execute function payout_file_is_kept();

-- One payee of a file.
create table payout_file_line (
  file_id uuid not null references payout_file on delete cascade,
  -- The line number in the file, whose first line is 1.
  number int not null check (number > 1),
  account_id uuid not null references authorized_account,
  amount bigint not null check (amount > 0),
  reference text check (length(reference) between 1 and 64),
  description text check (length(description) between 1 and 255),
  -- The id that its payout will have, fixed beforehand: a retried line finds the payout it already made.
  payout_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused')),
  -- The code of the refusal.
  refusal text,
  primary key (file_id, number),
  constraint payout_file_line_refused check ((state = 'refused') = (refusal is not null))
);
create unique index payout_file_line_payout on payout_file_line (payout_id);
create index payout_file_line_waiting on payout_file_line (file_id, number) where state = 'waiting';
-- Lines that pay the same amount to the same account, with or without a reference: one without repeats all of them.
create index payout_file_line_of_account on payout_file_line (account_id, amount);
create index payout_file_line_reference on payout_file_line (reference) where reference is not null and state = 'waiting';

-- A line is decided once, and is otherwise fixed.
create function payout_file_line_moves_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'waiting' or (new.file_id, new.number, new.account_id, new.amount, new.reference, new.description, new.payout_id)
      is distinct from (old.file_id, old.number, old.account_id, old.amount, old.reference, old.description, old.payout_id) then
    raise exception 'line % of payout file % stays what it is', old.number, old.file_id
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payout_file_line_moves_once before update on payout_file_line
  for each row execute function payout_file_line_moves_once();
