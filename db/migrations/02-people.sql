-- Everybody who logs in: merchants' people to the portal, the platform's staff to the desk. Two sets of accounts that never
-- mix, under one set of rules.

create table person (
  id uuid primary key,
  realm text not null check (realm in ('portal', 'staff')),
  merchant_id uuid references merchant,
  role text not null,
  name text not null check (length(name) between 1 and 120),
  email text not null check (email = lower(email) and length(email) <= 254),
  status text not null default 'invited' check (status in ('invited', 'active', 'disabled')),
  -- Argon2id in PHC format; null until the invitation is accepted.
  password_hash text check (password_hash like '$argon2id$%'),
  -- SHA-256 of the unused token of an invitation, or of a link for a new password; removed when it is used.
  invitation_digest bytea unique check (length(invitation_digest) = 32),
  invitation_expires_at timestamptz(3),
  -- True if using the token also turns off the one-time codes, for somebody who lost the device.
  invitation_resets boolean not null default false,
  -- The secret of the one-time codes, sealed; a draft until a first code has been entered.
  code_secret_sealed bytea,
  code_draft_sealed bytea,
  -- The time step of the last accepted code: neither it nor an older one is accepted again.
  code_last_step bigint,
  invited_by uuid references person,
  created_at timestamptz(3) not null default now(),
  last_log_in_at timestamptz(3),
  -- A member of staff approves nothing before this time: the account is new, was reset, or has another role than before.
  approves_from timestamptz(3),
  -- Null until they choose one or first come to the portal; until then we write to them in French (docs/pages.md#languages).
  language text constraint person_language check (language in ('fr', 'en')),
  constraint person_email_once unique (realm, email),
  constraint person_in_realm unique (id, realm),
  constraint person_in_merchant unique (id, merchant_id),
  constraint person_of_merchant check ((realm = 'portal') = (merchant_id is not null)),
  constraint person_role check (case realm
    when 'portal' then role in ('owner', 'administrator', 'developer', 'collaborator')
    else role in ('agent', 'supervisor', 'administrator') end),
  constraint person_active_has_password check (status <> 'active' or password_hash is not null),
  constraint person_invitation_expires check ((invitation_digest is null) = (invitation_expires_at is null))
);
create unique index person_one_owner on person (merchant_id) where role = 'owner' and status <> 'disabled';
create index person_list on person (realm, merchant_id, created_at, id);

create function person_stays_who_it_is() returns trigger language plpgsql as $$
begin
  raise exception 'the identity of person % is fixed', old.id using errcode = 'integrity_constraint_violation';
end $$;
create trigger person_stays_who_it_is before update of id, realm, merchant_id, created_at on person
  for each row execute function person_stays_who_it_is();

create function person_is_never_deleted() returns trigger language plpgsql as $$
begin
  raise exception 'people are disabled, never deleted' using errcode = 'integrity_constraint_violation';
end $$;
create trigger person_is_never_deleted before delete or truncate on person
  for each statement execute function person_is_never_deleted();

-- Staff never locks itself out. The lock makes administrators who leave at once take turns, so that each sees who is left.
create function staff_keeps_an_administrator() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('staff administrators', 0));
  if not exists (select from person where realm = 'staff' and role = 'administrator' and status = 'active') then
    raise exception 'the last active administrator of the staff cannot leave'
      using errcode = 'check_violation', constraint = 'staff_keeps_an_administrator';
  end if;
  return null;
end $$;
create trigger staff_keeps_an_administrator after update of role, status on person for each row
  when (old.realm = 'staff' and old.role = 'administrator' and old.status = 'active'
    and (new.role <> 'administrator' or new.status <> 'active'))
  execute function staff_keeps_an_administrator();

-- Each replaces one one-time code, once, for somebody who lost the device that makes them.
create table recovery_code (
  person_id uuid not null references person,
  digest bytea not null check (length(digest) = 32),
  used_at timestamptz(3),
  primary key (person_id, digest)
);

-- Log-ins, not cash sessions. Tokens are random, and only their SHA-256 is stored: a stolen table opens nothing.
create table person_session (
  id uuid primary key,
  person_id uuid not null references person,
  digest bytea not null unique check (length(digest) = 32),
  -- Between the password and the one-time code, a session only allows the next step.
  stage text not null check (stage in ('awaiting_code', 'open')),
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  idle_seconds int not null check (idle_seconds > 0),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text check (end_reason in ('next_step', 'log_out', 'password', 'one_time_codes', 'disabled')),
  -- Shortened or keyed, depending on CLIENT_ADDRESSES; null if no request is behind the session.
  origin_address text check (length(origin_address) <= 100),
  origin_agent text check (length(origin_agent) <= 200),
  -- Until when ordinary changes need no password, and in which role; in another role they need it again.
  trusted_until timestamptz(3),
  trusted_role text,
  constraint person_session_trust check ((trusted_until is null) = (trusted_role is null)),
  constraint person_session_end_has_reason check ((ended_at is null) = (end_reason is null)),
  constraint person_session_lasts_a_day_at_most
    check (expires_at > created_at and expires_at <= created_at + interval '1 day')
);
create index person_session_open on person_session (person_id) where ended_at is null;
-- Whether this person was seen on this device before.
create index person_session_of_person on person_session (person_id, origin_agent);

create function person_session_is_over() returns trigger language plpgsql as $$
begin
  raise exception 'session % has ended', old.id using errcode = 'integrity_constraint_violation';
end $$;
create trigger person_session_is_over before update on person_session for each row when (old.ended_at is not null)
  execute function person_session_is_over();

-- Attempts at passwords and one-time codes. Each is recorded before it is checked, and counts as failed until it has succeeded.
-- Accounts and addresses are stored as keyed digests only.
create table secret_attempt (
  id bigint generated always as identity primary key,
  account_digest bytea not null,
  address_digest bytea,
  at timestamptz(3) not null default now(),
  succeeded_at timestamptz(3),
  failed_at timestamptz(3)
);
create index secret_attempt_account on secret_attempt (account_digest, at) where succeeded_at is null;
create index secret_attempt_address on secret_attempt (address_digest, at) where succeeded_at is null;
create index secret_attempt_age on secret_attempt (at);

-- The audit log: what staff did. A row is written before the act or with it, and gets its outcome once: `done`, or the code it
-- was refused with. A row without an outcome: the process ended in between, or the act is still under way.
create table staff_audit (
  id bigint generated always as identity primary key,
  -- Null for what is done from the command line: by whoever operates the installation, not by a member of staff.
  staff_member_id uuid,
  realm text not null generated always as ('staff') stored,
  -- The command, as `npm run` knows it.
  command text check (command ~ '^[a-z-]{1,40}$'),
  act text not null,
  subject_kind text,
  subject_id text,
  -- The environment that the act concerns, if it concerns one.
  service_env_id uuid references service_env,
  reason text check (length(reason) <= 500),
  details jsonb not null default '{}',
  request_id uuid not null,
  at timestamptz(3) not null default now(),
  outcome text,
  ended_at timestamptz(3),
  form_id uuid unique,
  -- Shortened or keyed, depending on CLIENT_ADDRESSES; null if no request is behind the act.
  origin_address text check (length(origin_address) <= 100),
  origin_agent text check (length(origin_agent) <= 200),
  constraint staff_audit_has_actor check ((staff_member_id is null) <> (command is null)),
  constraint staff_audit_of_staff foreign key (staff_member_id, realm) references person (id, realm),
  constraint staff_audit_subject check ((subject_kind is null) = (subject_id is null)),
  constraint staff_audit_end check ((outcome is null) = (ended_at is null))
);
create index staff_audit_member on staff_audit (staff_member_id, id);
create index staff_audit_subject on staff_audit (subject_kind, subject_id, id);

-- Only the outcome may be added, once. `realm` is not compared: generated columns are computed only after BEFORE triggers.
create function log_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_level = 'ROW' then
    if old.outcome is null and new.outcome is not null
        and to_jsonb(new) - '{outcome,ended_at,realm}'::text[] = to_jsonb(old) - '{outcome,ended_at,realm}'::text[] then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger staff_audit_is_append_only before update or delete on staff_audit
  for each row execute function log_is_append_only();
create trigger staff_audit_is_not_emptied before truncate on staff_audit
  for each statement execute function log_is_append_only();

-- The activity log: the same for a merchant's people (docs/people-and-roles.md#writes-in-the-portal).
create table activity_log (
  id bigint generated always as identity primary key,
  merchant_id uuid not null,
  portal_user_id uuid not null,
  act text not null,
  subject_kind text,
  subject_id text,
  service_env_id uuid references service_env,
  reason text check (length(reason) <= 500),
  details jsonb not null default '{}',
  request_id uuid not null,
  at timestamptz(3) not null default now(),
  outcome text,
  ended_at timestamptz(3),
  form_id uuid unique,
  origin_address text check (length(origin_address) <= 100),
  origin_agent text check (length(origin_agent) <= 200),
  constraint activity_log_of_merchant foreign key (portal_user_id, merchant_id) references person (id, merchant_id),
  constraint activity_log_subject check ((subject_kind is null) = (subject_id is null)),
  constraint activity_log_end check ((outcome is null) = (ended_at is null))
);
create index activity_log_merchant on activity_log (merchant_id, id);
-- Who requested a payout in the portal, found by the time at which it was accepted.
create index activity_log_payout_requests on activity_log (service_env_id, at) where act = 'payout.request';
create trigger activity_log_is_append_only before update or delete on activity_log
  for each row execute function log_is_append_only();
create trigger activity_log_is_not_emptied before truncate on activity_log
  for each statement execute function log_is_append_only();

-- A change to an account that one administrator of the staff asks for and a second one approves: no one person decides who may
-- move money or who owns a merchant.
create table account_change (
  id uuid primary key,
  kind text not null check (kind in
    ('invite', 'renew_invitation', 'reset_one_time_codes', 'change_role', 'enable', 'replace_owner', 'reset_owner')),
  -- The account; null if it does not exist yet.
  person_id uuid references person,
  merchant_id uuid references merchant,
  name text check (length(name) between 1 and 120),
  email text check (email = lower(email) and length(email) <= 254),
  role text,
  reason text check (length(reason) <= 500),
  asked_by uuid not null,
  realm text not null generated always as ('staff') stored,
  asked_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused', 'withdrawn')),
  decided_by uuid,
  decided_at timestamptz(3),
  constraint account_change_asked foreign key (asked_by, realm) references person (id, realm),
  constraint account_change_decided foreign key (decided_by, realm) references person (id, realm),
  constraint account_change_end check ((state = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint account_change_by_two check (state <> 'done' or decided_by <> asked_by),
  constraint account_change_subject check (case kind
    when 'invite' then name is not null and email is not null and role is not null
    when 'replace_owner' then name is not null and email is not null and merchant_id is not null
    when 'reset_owner' then merchant_id is not null
    else person_id is not null end)
);
create index account_change_list on account_change (asked_at, id);
create index account_change_waiting on account_change (asked_at, id) where state = 'waiting';

create function account_change_is_over() returns trigger language plpgsql as $$
begin
  raise exception 'account change % is already decided', old.id using errcode = 'integrity_constraint_violation';
end $$;
create trigger account_change_is_over before update on account_change for each row when (old.state <> 'waiting')
  execute function account_change_is_over();
create trigger account_change_is_kept before delete or truncate on account_change
  for each statement execute function person_is_never_deleted();
