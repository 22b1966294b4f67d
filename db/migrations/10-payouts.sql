-- Payouts: the accounts that a merchant may pay, and the bank transfers that staff makes.

-- Where a merchant may send its money, and nowhere else (docs/payouts.md#mobile-money-payouts).
create table authorized_account (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  type text not null check (type in ('mobile_money', 'bank')),
  provider text not null,
  holder_name text not null,
  -- Of a Mobile Money account: in international format, digits only.
  phone text,
  country text,
  -- Of a bank account: sealed, with a keyed digest that recognises the same account.
  account_sealed bytea,
  account_digest bytea check (length(account_digest) = 32),
  account_masked text,
  -- The merchant's own name for the account ("Loyer boutique"). It may change, because money goes to the number. On one line,
  -- without control characters.
  own_name text constraint authorized_account_own_name_is_short
    check (length(own_name) between 1 and 60 and own_name !~ '[\u0001-\u001f\u007f-\u009f]'),
  status text not null default 'pending' check (status in ('pending', 'active', 'revoked')),
  created_at timestamptz(3) not null default now(),
  verified_at timestamptz(3),
  revoked_at timestamptz(3),
  constraint authorized_account_has_number check (
    (type = 'mobile_money') = (phone is not null) and (type = 'mobile_money') = (country is not null)
    and (type = 'bank') = (account_sealed is not null) and (type = 'bank') = (account_digest is not null)
    and (type = 'bank') = (account_masked is not null)),
  check (status <> 'active' or verified_at is not null),
  check ((status = 'revoked') = (revoked_at is not null))
);
create unique index authorized_account_phone_once on authorized_account (service_env_id, phone)
  where phone is not null and status <> 'revoked';
create unique index authorized_account_bank_once on authorized_account (service_env_id, provider, account_digest)
  where account_digest is not null and status <> 'revoked';
create index authorized_account_list on authorized_account (created_at, id);
-- The accounts of one service, however many others have: its list, and the search in the payout form.
create index authorized_account_of_service on authorized_account (service_env_id, created_at, id);

-- What was verified or revoked must stay the same account. A number that is resealed under another key is the same number: its
-- digest may not change.
create function authorized_account_stays_what_it_is() returns trigger language plpgsql as $$
begin
  raise exception 'what identifies authorized account % is fixed', old.id using errcode = 'integrity_constraint_violation';
end $$;
create trigger authorized_account_stays_what_it_is before update of id, service_env_id, type, provider, holder_name, phone,
    country, account_digest, account_masked
  on authorized_account for each row execute function authorized_account_stays_what_it_is();

create function authorized_account_moves() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in
      (('pending', 'active'), ('pending', 'revoked'), ('active', 'revoked')) then
    raise exception 'authorized account % does not go from % to %', old.id, old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger authorized_account_moves before update of status on authorized_account
  for each row execute function authorized_account_moves();

-- Payouts that staff has stopped: of one service or of all, through one operator or bank or through all.
create table payout_suspension (
  id uuid primary key,
  mode text not null check (mode in ('live', 'sandbox')),
  service_env_id uuid references service_env,
  provider text,
  since timestamptz(3) not null default now(),
  lifted_at timestamptz(3),
  -- Who stopped payouts, and why; null for suspensions from before this was recorded.
  reason text check (length(reason) between 1 and 500),
  suspended_by uuid,
  lifted_by uuid,
  realm text not null generated always as ('staff') stored,
  constraint payout_suspension_by_staff foreign key (suspended_by, realm) references person (id, realm),
  constraint payout_suspension_lifted_by_staff foreign key (lifted_by, realm) references person (id, realm),
  constraint payout_suspension_lifted check (lifted_by is null or lifted_at is not null)
);
create unique index payout_suspension_once on payout_suspension (mode, service_env_id, provider)
  nulls not distinct where lifted_at is null;
create index payout_suspension_list on payout_suspension (since, id);

-- A payout to a bank account, which staff makes at the bank.
create table bank_transfer (
  transaction_id uuid primary key references transaction,
  service_env_id uuid not null references service_env,
  account_id uuid not null references authorized_account,
  bank text not null,
  account_masked text not null,
  needs_approval boolean not null,
  state text not null default 'to_process'
    check (state in ('to_process', 'in_progress', 'transferred', 'rejected', 'cancelled')),
  -- Members of staff.
  taken_by uuid,
  approved_by uuid,
  bank_reference text check (length(bank_reference) between 1 and 64),
  transfer_on date,
  -- For staff only; merchants read a sentence of ours.
  rejection_reason text check (length(rejection_reason) between 1 and 500),
  created_at timestamptz(3) not null default now(),
  moved_at timestamptz(3) not null default now(),
  -- Lets the foreign keys below accept members of staff only.
  realm text not null generated always as ('staff') stored,
  constraint bank_transfer_taken check ((state in ('to_process', 'cancelled')) = (taken_by is null)),
  constraint bank_transfer_approved_by_another check (
    approved_by is null or (needs_approval and taken_by is not null and approved_by <> taken_by)),
  constraint bank_transfer_approved_first check (state <> 'transferred' or not needs_approval or approved_by is not null),
  constraint bank_transfer_has_reference check (
    (state = 'transferred') = (bank_reference is not null) and (state = 'transferred') = (transfer_on is not null)),
  constraint bank_transfer_has_reason check ((state = 'rejected') = (rejection_reason is not null)),
  constraint bank_transfer_taken_by_staff foreign key (taken_by, realm) references person (id, realm),
  constraint bank_transfer_approved_by_staff foreign key (approved_by, realm) references person (id, realm)
);
create index bank_transfer_waiting on bank_transfer (state, created_at) where state in ('to_process', 'in_progress');
-- Other transfers with the same bank reference, whatever its case and spaces.
create index bank_transfer_by_reference on bank_transfer (lower(replace(bank_reference, ' ', '')))
  where bank_reference is not null;

-- The table of moves of bank transfers (docs/states.md).
create function bank_transfer_moves() returns trigger language plpgsql as $$
begin
  if old.state in ('transferred', 'rejected', 'cancelled') then
    raise exception 'bank transfer % is % for good', old.transaction_id, old.state
      using errcode = 'integrity_constraint_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in
      (('to_process', 'in_progress'), ('to_process', 'cancelled'), ('in_progress', 'transferred'), ('in_progress', 'rejected')) then
    raise exception 'bank transfer % does not go from % to %', old.transaction_id, old.state, new.state
      using errcode = 'integrity_constraint_violation';
  end if;
  if old.taken_by is not null and new.taken_by is distinct from old.taken_by
      or old.approved_by is not null and new.approved_by is distinct from old.approved_by
      or old.needs_approval and not new.needs_approval
      or (new.transaction_id, new.service_env_id, new.account_id, new.bank, new.account_masked)
        is distinct from (old.transaction_id, old.service_env_id, old.account_id, old.bank, old.account_masked) then
    raise exception 'what is recorded of bank transfer % stays', old.transaction_id
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger bank_transfer_moves before update on bank_transfer for each row execute function bank_transfer_moves();

-- A transfer and its transaction end together, in one database transaction.
create function bank_transfer_ends_with_transaction() returns trigger language plpgsql as $$
begin
  if not exists (
    select from transaction t join bank_transfer b on b.transaction_id = t.id
    where t.id = new.transaction_id and t.type = 'payout' and t.payment_type = 'bank_transfer'
      and t.service_env_id = b.service_env_id and t.status = case b.state
        when 'transferred' then 'succeeded' when 'rejected' then 'failed' when 'cancelled' then 'cancelled' else 'pending' end
  ) then
    raise exception 'bank transfer % is not where its transaction is', new.transaction_id
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger bank_transfer_ends_with_transaction after insert or update on bank_transfer
  deferrable initially deferred for each row execute function bank_transfer_ends_with_transaction();

-- What somebody decided about a transfer, with the texts that no run may hold; `done_at` is set once it is done.
create table transfer_act (
  id uuid primary key,
  transaction_id uuid not null references bank_transfer,
  kind text not null check (kind in ('take', 'approve', 'mark_transferred', 'reject', 'cancel')),
  -- Null for the merchant, who can only cancel.
  staff_id uuid,
  bank_reference text check (length(bank_reference) between 1 and 64),
  -- True if the person saw that another transfer has this bank reference and confirms all the same. Null for other acts.
  may_share_reference boolean,
  transfer_on date,
  reason text check (length(reason) between 1 and 500),
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  realm text not null generated always as ('staff') stored,
  check ((kind = 'cancel') = (staff_id is null)),
  check ((kind = 'mark_transferred') = (bank_reference is not null)),
  check ((kind = 'mark_transferred') = (transfer_on is not null)),
  check ((kind = 'reject') = (reason is not null)),
  constraint transfer_act_by_staff foreign key (staff_id, realm) references person (id, realm)
);
create index transfer_act_made on transfer_act (done_at) where kind = 'mark_transferred';
create index transfer_act_transaction on transfer_act (transaction_id, created_at);
