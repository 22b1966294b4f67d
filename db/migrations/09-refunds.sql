-- Refunds, and what people decide about refunds and funds. Amounts are minor units of the currency beside them.

create table refund (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  transaction_id uuid not null references transaction,
  -- What the payer gets back.
  amount bigint not null check (amount > 0),
  currency text not null,
  -- The part of it taken from the account that held the payment's funds, because they were not available yet.
  funds_amount bigint not null default 0 check (funds_amount between 0 and amount),
  fees_refunded bigint not null default 0 check (fees_refunded >= 0),
  status text not null default 'pending'
    check (status in ('pending', 'approved', 'processing', 'succeeded', 'rejected', 'failed', 'cancelled')),
  reason text check (length(reason) <= 255),
  -- `service` gives back a late debit; the others are taken from the merchant.
  origin text not null check (origin in ('merchant', 'service', 'dispute')),
  provider text not null,
  provider_reference text,
  -- Our request id at the operator, fixed before the first send. `sent` is recorded before the send as well.
  operator_request_id uuid not null unique,
  operator_state text not null default 'unsent' check (operator_state in ('unsent', 'sent', 'taken')),
  requested_by uuid not null,
  -- How many different members of staff have to approve.
  approvals_needed int not null check (approvals_needed in (1, 2)),
  approved_by uuid,
  second_approved_by uuid,
  -- In sandbox the merchant's own people may decide in place of staff; then no member of staff has approved it.
  approved_in_sandbox boolean not null default false,
  failure_code text,
  -- When staff was told that the operator does not report an outcome.
  attention_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  callbacks smallint not null default 0 check (callbacks >= 0),
  -- When it was last sent to the operator. Whoever takes a send back names this time, so that nobody takes back another's.
  operator_sent_at timestamptz(3),
  realm text not null generated always as ('staff') stored,
  constraint refund_service_takes_no_funds check (origin <> 'service' or funds_amount = 0),
  constraint refund_approvers_differ check (second_approved_by <> approved_by),
  constraint refund_second_after_first check (second_approved_by is null or approved_by is not null),
  constraint refund_paid_after_approval check (status not in ('approved', 'processing', 'succeeded', 'failed')
    or approved_in_sandbox
    or (approved_by is not null and (approvals_needed = 1 or second_approved_by is not null))),
  constraint refund_final_is_dated
    check ((status in ('succeeded', 'rejected', 'failed', 'cancelled')) = (completed_at is not null)),
  constraint refund_failure_has_code check ((status = 'failed') = (failure_code is not null)),
  constraint refund_approved_by_staff foreign key (approved_by, realm) references person (id, realm),
  constraint refund_second_approved_by_staff foreign key (second_approved_by, realm) references person (id, realm)
);
create index refund_of_transaction on refund (transaction_id);
create index refund_list on refund (service_env_id, created_at desc, id desc);
create index refund_open on refund (created_at) where status in ('pending', 'approved', 'processing');
create index refund_moved_at_operator on refund (provider, completed_at, id) where completed_at is not null;
create index refund_by_provider_reference on refund (provider_reference) where provider_reference is not null;

-- Refunds never exceed what was paid, whoever writes: the payment's row is locked, so concurrent refunds take turns. A refund
-- that ended unpaid here but was paid by its operator all the same counts like any paid one: the payer has the money.
create function refund_is_within_payment() returns trigger language plpgsql as $$
declare
  payment transaction;
  asked bigint;
begin
  select * into payment from transaction where id = new.transaction_id for no key update;
  if payment.service_env_id <> new.service_env_id or payment.charged_currency <> new.currency
      or payment.type <> 'collection' then
    raise exception 'refund % does not match its payment', new.id using errcode = 'integrity_constraint_violation';
  end if;
  if (new.origin = 'service') <> (payment.late_outcome_at is not null)
      or (new.origin <> 'service' and payment.status <> 'succeeded') then
    raise exception 'payment % cannot be refunded with this origin', payment.id using errcode = 'integrity_constraint_violation';
  end if;
  select coalesce(sum(r.amount), 0) into asked from refund r
    where r.transaction_id = new.transaction_id and (r.status not in ('rejected', 'failed', 'cancelled')
      or exists (select from closing c where c.transaction_id = r.transaction_id and c.refund_id = r.id
        and c.verdict = 'not_paid' and c.contradicted_at is not null)
      or exists (select from confirmed_line l where l.order_id = r.id and l.is_booked)
      or exists (select from paid_after_all p where p.order_id = r.id));
  if asked + new.amount > payment.amount_charged then
    raise exception 'payment % was % and % of it are refunded', payment.id, payment.amount_charged, asked
      using errcode = 'check_violation', constraint = 'refund_within_payment';
  end if;
  return new;
end $$;
create trigger refund_is_within_payment before insert on refund
  for each row execute function refund_is_within_payment();

-- The table of moves of refunds (docs/states.md). A refund that has ended still counts callbacks, and takes a reference that
-- its operator reports late. `realm` is not compared: generated columns are computed only after BEFORE triggers.
create function refund_moves_as_allowed() returns trigger language plpgsql as $$
declare
  heard text[] := '{callbacks,provider_reference,realm}';
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
begin
  if old.status in ('succeeded', 'rejected', 'failed', 'cancelled') then
    if after - heard = before - heard and after - 'realm' <> before - 'realm'
        and coalesce(before ->> 'provider_reference', after ->> 'provider_reference')
          is not distinct from after ->> 'provider_reference' then
      return new;
    end if;
    raise exception 'refund % is % for good', old.id, old.status using errcode = 'integrity_constraint_violation';
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'approved'), ('pending', 'rejected'), ('pending', 'cancelled'),
    ('approved', 'processing'), ('processing', 'succeeded'), ('processing', 'failed')
  ) then
    raise exception 'refund % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger refund_moves_as_allowed before update on refund
  for each row execute function refund_moves_as_allowed();

create function refund_keeps_its_terms() returns trigger language plpgsql as $$
begin
  raise exception 'what refund % was requested with is fixed', old.id using errcode = 'integrity_constraint_violation';
end $$;
create trigger refund_keeps_its_terms before update of
    id, service_env_id, transaction_id, amount, currency, funds_amount, fees_refunded, reason, origin, provider,
    operator_request_id, requested_by, created_at
  on refund for each row execute function refund_keeps_its_terms();

-- The number of approvals only grows: it depends on how much left with a single approval within a day.
create function refund_needs_no_fewer() returns trigger language plpgsql as $$
begin
  if new.approvals_needed < old.approvals_needed then
    raise exception 'refund % cannot need fewer approvals', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger refund_needs_no_fewer before update of approvals_needed on refund
  for each row execute function refund_needs_no_fewer();

-- Live money never leaves without staff, whoever writes.
create function refund_is_of_sandbox() returns trigger language plpgsql as $$
begin
  if (select mode from service_env where id = new.service_env_id) is distinct from 'sandbox' then
    raise exception 'refund % is live: only staff may approve it', new.id
      using errcode = 'check_violation', constraint = 'refund_is_of_sandbox';
  end if;
  return new;
end $$;
create trigger refund_is_of_sandbox before insert or update on refund
  for each row when (new.approved_in_sandbox) execute function refund_is_of_sandbox();

-- Refunds and the decisions about them are history.
create function refund_is_never_deleted() returns trigger language plpgsql as $$
begin
  raise exception 'a decision on money is never deleted' using errcode = 'integrity_constraint_violation';
end $$;
create trigger refund_is_never_deleted before delete or truncate on refund
  for each statement execute function refund_is_never_deleted();

-- What somebody decided about a refund, written before the run is told: the update carries only the id, words stay here.
create table refund_act (
  id uuid primary key,
  refund_id uuid not null references refund,
  act text not null check (act in ('approve', 'reject', 'cancel')),
  -- A member of staff; for a cancellation, one of the merchant's people.
  acted_by uuid not null,
  reason text check (length(reason) <= 500),
  created_at timestamptz(3) not null default now(),
  -- Null if it was refused, or if the run has not handled it yet.
  applied_at timestamptz(3)
);
create index refund_act_of on refund_act (refund_id);
create index refund_act_approved on refund_act (applied_at) where act = 'approve';

create function act_is_applied_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.applied_at is null and new.applied_at is not null
      and to_jsonb(new) - 'applied_at' = to_jsonb(old) - 'applied_at' then
    return new;
  end if;
  raise exception 'an act is written once, and applied once' using errcode = 'integrity_constraint_violation';
end $$;
create trigger refund_act_is_applied_once before update or delete on refund_act
  for each row execute function act_is_applied_once();

-- What somebody decided about the funds of a payment, written like a refund_act.
create table funds_act (
  id uuid primary key,
  transaction_id uuid not null references transaction,
  act text not null check (act in ('hold', 'confirm', 'release', 'withhold')),
  acted_by uuid not null,
  reason text check (length(reason) <= 500),
  created_at timestamptz(3) not null default now(),
  applied_at timestamptz(3),
  -- The person alone, without `realm`: act_is_applied_once compares whole rows, and a generated column is still missing there.
  constraint funds_act_by_person foreign key (acted_by) references person (id)
);
create index funds_act_of on funds_act (transaction_id);
create trigger funds_act_is_applied_once before update or delete on funds_act
  for each row execute function act_is_applied_once();

-- Rules that hold the funds of live payments until staff decides. A rule is never changed; one that no longer applies is ended.
create table funds_rule (
  id uuid primary key,
  -- Null: all merchants.
  merchant_id uuid references merchant,
  kind text not null check (kind in ('amount', 'new_merchant', 'operator')),
  -- For `amount`: from how much charged on, in XOF.
  amount bigint check (amount > 0),
  -- For `new_merchant`: for how many days after the merchant joined.
  days int check (days between 1 and 365),
  -- For `operator`: what this operator reports as collected has to be confirmed at the bank.
  provider text check (length(provider) between 1 and 40),
  reason text not null check (length(reason) between 1 and 500),
  made_by uuid not null,
  made_at timestamptz(3) not null default now(),
  ended_by uuid,
  ended_at timestamptz(3),
  realm text not null generated always as ('staff') stored,
  constraint funds_rule_says_what check (
    (kind = 'amount') = (amount is not null) and (kind = 'new_merchant') = (days is not null)
    and (kind = 'operator') = (provider is not null)),
  constraint funds_rule_ended check ((ended_by is null) = (ended_at is null)),
  constraint funds_rule_made_by_staff foreign key (made_by, realm) references person (id, realm),
  constraint funds_rule_ended_by_staff foreign key (ended_by, realm) references person (id, realm)
);
create index funds_rule_in_force on funds_rule (made_at) where ended_at is null;

create function funds_rule_stays_what_it_is() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.ended_at is null
      and to_jsonb(new) - '{ended_at,ended_by,realm}'::text[] = to_jsonb(old) - '{ended_at,ended_by,realm}'::text[] then
    return new;
  end if;
  raise exception 'a rule is ended, not changed' using errcode = 'integrity_constraint_violation';
end $$;
create trigger funds_rule_stays_what_it_is before update or delete on funds_rule
  for each row execute function funds_rule_stays_what_it_is();
