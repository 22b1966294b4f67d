-- Transactions: collections and payouts. Amounts are minor units of the currency beside them.

create table transaction (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  mode text not null check (mode in ('live', 'sandbox')),
  api_key_id uuid references api_key,
  type text not null check (type in ('collection', 'payout')),
  status text not null check (status in ('pending', 'succeeded', 'failed', 'expired', 'cancelled')),
  pending_reason text check (pending_reason in ('awaiting_provider', 'awaiting_bank_transfer')),
  channel text not null check (channel in ('api', 'widget', 'payment_link', 'shop', 'pos', 'dashboard')),
  reference text not null,
  description text,
  amount bigint not null check (amount > 0),
  currency text not null,
  fee_amount bigint not null check (fee_amount >= 0),
  fee_payer text not null check (fee_payer in ('merchant', 'customer')),
  fee_rule jsonb not null,
  exchange_amount bigint not null default 0 check (exchange_amount >= 0),
  exchange jsonb,
  amount_charged bigint not null check (amount_charged > 0),
  charged_currency text not null default 'XOF',
  net_amount bigint not null check (net_amount > 0),
  net_currency text not null default 'XOF',
  display jsonb not null,
  customer_name text,
  customer_email text,
  phone text,
  country text,
  payment_type text not null check (payment_type in ('mobile_money', 'card', 'direct_debit', 'bank_transfer')),
  network text,
  card_last4 text,
  provider text not null,
  terminal_id uuid references terminal,
  collaborator_id uuid references collaborator,
  failure_code text,
  -- Text, not jsonb: the merchant gets it back as it was sent, in the same order.
  metadata text not null default '{}',
  funds_status text check (funds_status in ('available', 'pending', 'pending_confirmation', 'held', 'withheld')),
  refunded_amount bigint not null default 0 check (refunded_amount between 0 and amount_charged),
  receipt_token_digest bytea check (length(receipt_token_digest) = 32),
  -- Our request id at the operator, fixed before the first send. `sent` is recorded before the send as well.
  operator_request_id uuid not null unique,
  operator_state text not null default 'unsent' check (operator_state in ('unsent', 'sent', 'taken')),
  provider_reference text,
  late_outcome_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  cash_session_id uuid references cash_session,
  -- A payment of a link has the link's service and mode, and never changes its link.
  payment_link_id uuid,
  -- Where the payer has to go to confirm the payment, as the answer to its creation said.
  next_action_url text,
  -- When pending funds become available; fixed when the payment is settled.
  funds_available_at timestamptz(3),
  funds_moved_at timestamptz(3),
  -- How many callbacks came for this order. Callbacks are unsigned, so what they can cause is bounded.
  callbacks smallint not null default 0 check (callbacks >= 0),
  -- A payment of a checkout has its service and mode, and never changes its checkout.
  checkout_id uuid,
  -- When its payer was erased (docs/data.md).
  payer_erased_at timestamptz(3),
  -- When the order was last sent to the operator: from then on the payer sees it.
  operator_sent_at timestamptz(3),
  constraint transaction_erased_names_nobody check (
    payer_erased_at is null or num_nonnulls(phone, customer_email, receipt_token_digest) = 0 and metadata = '{}'),
  constraint transaction_shares_add_up check (amount_charged = net_amount + fee_amount + exchange_amount),
  constraint transaction_xof_multiple_of_5 check (type <> 'collection' or charged_currency <> 'XOF' or amount_charged % 5 = 0),
  constraint transaction_final_is_dated check ((status = 'pending') = (completed_at is null)),
  constraint transaction_pending_has_reason check ((status = 'pending') = (pending_reason is not null)),
  constraint transaction_failure_has_code check ((status in ('failed', 'expired')) <= (failure_code is not null)),
  constraint transaction_funds_of_success check (funds_status is null or (type = 'collection' and status = 'succeeded')),
  constraint transaction_payment_link foreign key (payment_link_id, service_env_id)
    references payment_link (id, service_env_id),
  constraint transaction_of_link_channel check (channel <> 'payment_link' or payment_link_id is not null),
  constraint transaction_card_of_card check (
    (payment_type = 'card') = (card_last4 is not null) and (card_last4 ~ '^[0-9]{4}$') is not false),
  constraint transaction_next_action_of_payer check (
    next_action_url is null or payment_type in ('card', 'direct_debit')),
  -- The sandbox's acquirer and bank never take real money.
  constraint transaction_sandbox_provider check (
    mode = 'sandbox' or provider not like '%-sandbox'),
  constraint transaction_checkout foreign key (checkout_id, service_env_id) references checkout (id, service_env_id)
);
-- The reference comes first, for the desk, which knows a reference but not whose it is. The widget is apart: its public key is
-- in web pages, and whoever uses it must not take a reference that the merchant's own requests need.
create unique index transaction_reference_once on transaction (reference, service_env_id, (channel = 'widget'));
create index transaction_list on transaction (service_env_id, created_at desc, id desc);
-- Each kind in order of time, so that a filtered list never reads rows it does not show. In UTC, for these lists only:
-- use-cases/transactions/list.ts.
create index transaction_kind on transaction
  (service_env_id, type, status, channel, (created_at at time zone 'UTC') desc, id desc);
create index transaction_terminal on transaction (terminal_id, status, (created_at at time zone 'UTC') desc, id desc)
  where terminal_id is not null;
create index transaction_of_phone on transaction (phone, created_at) where phone is not null;
create index transaction_pending on transaction (created_at) where status = 'pending';
create index transaction_confirming on transaction (service_env_id) where funds_status = 'pending_confirmation';
create index transaction_cash_session on transaction (cash_session_id) where cash_session_id is not null;
create index transaction_of_payment_link on transaction (payment_link_id, status, (created_at at time zone 'UTC') desc, id desc)
  include (amount) where payment_link_id is not null;
create index transaction_by_provider_reference on transaction (provider_reference) where provider_reference is not null;

-- The queues of the desk.
create index transaction_funds_waiting on transaction (completed_at, id) where funds_status in ('held', 'pending_confirmation');
create index transaction_late_outcome on transaction (late_outcome_at, id) where late_outcome_at is not null;
create index transaction_of_checkout on transaction (checkout_id) where checkout_id is not null;

-- If all else fails: of two payments of one checkout, one is refused.
create unique index transaction_one_at_a_checkout on transaction (checkout_id)
  where checkout_id is not null and status in ('pending', 'succeeded');
create index transaction_moved_at_operator on transaction (provider, (coalesce(late_outcome_at, completed_at)), id)
  where payment_type = 'mobile_money' and mode = 'live' and coalesce(late_outcome_at, completed_at) is not null;

-- How well operators do, over all payments of a day. Rows arrive in order of time, so this index costs next to nothing.
create index transaction_of_day on transaction using brin (created_at) with (pages_per_range = 32, autosummarize = on);

-- The tables of moves of collections, payouts and bank transfers (docs/states.md), whoever writes. A final status is final.
create function transaction_moves_as_allowed() returns trigger language plpgsql as $$
begin
  if old.status <> 'pending' and (new.status, new.completed_at, new.failure_code)
      is distinct from (old.status, old.completed_at, old.failure_code) then
    raise exception 'transaction % is % for good', old.id, old.status using errcode = 'integrity_constraint_violation';
  end if;
  if new.status <> old.status and (new.type, new.payment_type = 'bank_transfer', new.status) not in (
    ('collection', false, 'succeeded'), ('collection', false, 'failed'),
    ('collection', false, 'expired'), ('collection', false, 'cancelled'),
    ('payout', false, 'succeeded'), ('payout', false, 'failed'),
    ('payout', true, 'succeeded'), ('payout', true, 'failed'), ('payout', true, 'cancelled')
  ) then
    raise exception '% % cannot go from % to %', new.type, old.id, old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger transaction_moves_as_allowed before update on transaction
  for each row execute function transaction_moves_as_allowed();

-- The priced amounts are what moves and what the payer was shown, so they are fixed at the creation.
create function transaction_keeps_its_terms() returns trigger language plpgsql as $$
begin
  raise exception 'what transaction % was created with is fixed', old.id using errcode = 'integrity_constraint_violation';
end $$;
create trigger transaction_keeps_its_terms before update of
    id, service_env_id, mode, type, reference, amount, currency, fee_amount, fee_payer, fee_rule, exchange_amount, exchange,
    amount_charged, charged_currency, net_amount, net_currency, display, provider, operator_request_id
  on transaction for each row execute function transaction_keeps_its_terms();

create function transaction_is_never_deleted() returns trigger language plpgsql as $$
begin
  raise exception 'a transaction is never deleted' using errcode = 'integrity_constraint_violation';
end $$;
create trigger transaction_is_never_deleted before delete or truncate on transaction
  for each statement execute function transaction_is_never_deleted();
create trigger transaction_keeps_its_link before update of payment_link_id on transaction
  for each row execute function transaction_keeps_its_terms();

-- A link never takes more payments than it may, whoever writes and however many at once: its row is locked.
create function payment_link_takes_no_more() returns trigger language plpgsql as $$
declare
  most int;
begin
  select max_payments into most from payment_link
    where id = new.payment_link_id and max_payments is not null for no key update;
  if found and most <= (select count(*) from transaction
      where payment_link_id = new.payment_link_id and status in ('pending', 'succeeded')) then
    raise exception 'payment link % takes no more payments', new.payment_link_id
      using errcode = 'integrity_constraint_violation', constraint = 'payment_link_takes_no_more';
  end if;
  return new;
end $$;
create trigger payment_link_takes_no_more before insert on transaction
  for each row when (new.payment_link_id is not null) execute function payment_link_takes_no_more();
create trigger transaction_keeps_its_method before update of payment_type, network, card_last4, next_action_url
  on transaction for each row execute function transaction_keeps_its_terms();

-- The table of moves of funds (docs/states.md). The refunded amount never decreases.
create function transaction_funds_move_as_allowed() returns trigger language plpgsql as $$
begin
  if new.refunded_amount < old.refunded_amount then
    raise exception 'what was refunded of % stays so', old.id using errcode = 'integrity_constraint_violation';
  end if;
  if new.funds_status is distinct from old.funds_status
      and not (old.status = 'pending' and new.funds_status is distinct from 'withheld')
      and not coalesce((old.funds_status, new.funds_status) in (
        ('pending', 'available'), ('pending', 'held'), ('available', 'held'), ('pending_confirmation', 'available'),
        ('held', 'available'), ('held', 'withheld')
      ), false) then
    raise exception 'funds of % cannot go from % to %', old.id, old.funds_status, new.funds_status
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger transaction_funds_move_as_allowed before update of status, funds_status, refunded_amount on transaction
  for each row execute function transaction_funds_move_as_allowed();
create trigger transaction_keeps_its_checkout before update of checkout_id on transaction
  for each row execute function transaction_keeps_its_terms();

-- The data of an erased payer cannot be written again.
create function transaction_stays_erased() returns trigger language plpgsql as $$
begin
  raise exception 'the payer of % is erased', old.id using errcode = 'integrity_constraint_violation';
end $$;
create trigger transaction_stays_erased before update of phone, customer_name, customer_email, metadata, payer_erased_at
  on transaction for each row when (old.payer_erased_at is not null) execute function transaction_stays_erased();

-- One answer per idempotency key, kept for 72 hours. It is sealed, because it contains a receipt token.
create table idempotency_record (
  service_env_id uuid not null references service_env,
  -- Whose key it is: the service itself for its secret keys, another API key, the payable that payers use without a key, or the
  -- person in the portal.
  holder_id uuid not null,
  route text not null,
  key text not null check (length(key) between 1 and 128),
  fingerprint bytea not null check (length(fingerprint) = 32),
  status int not null,
  request_id text not null,
  response bytea not null,
  -- The transaction, checkout or payment link that the answer is about.
  made_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (service_env_id, holder_id, route, key)
);
create index idempotency_record_age on idempotency_record (created_at);

-- The payment token that an acquirer or a bank charges; only that company's own client unseals it.
create table payment_token (
  operator_request_id uuid primary key references transaction (operator_request_id),
  token_sealed bytea not null,
  created_at timestamptz(3) not null default now()
);

-- Checkout and transaction reference each other, so this key is added here, and checked only at the commit.
alter table checkout add constraint checkout_transaction foreign key (transaction_id) references transaction
  deferrable initially deferred;
create index transaction_funds_open on transaction (id) where funds_status in ('pending', 'pending_confirmation', 'held');

-- How many transactions a service created lately, so that nobody counts them while they are far from a limit. In parts, or
-- all creations of a service would wait for one row; each connection keeps to one part.
create table creation_count (
  service_env_id uuid not null references service_env,
  part smallint not null,
  day timestamptz(3) not null,
  of_day int not null,
  minute timestamptz(3) not null,
  of_minute int not null,
  of_minute_before int not null,
  primary key (service_env_id, part)
) with (fillfactor = 50);

create function creation_is_counted() returns trigger language plpgsql as $$
begin
  insert into creation_count as c
    values (new.service_env_id, pg_backend_pid() % 64, date_trunc('day', now()), 1, date_trunc('minute', now()), 1, 0)
  on conflict (service_env_id, part) do update set
    of_day = case when c.day = excluded.day then c.of_day + 1 else 1 end,
    of_minute_before = case when c.minute = excluded.minute then c.of_minute_before
      when c.minute = excluded.minute - interval '1 minute' then c.of_minute else 0 end,
    of_minute = case when c.minute = excluded.minute then c.of_minute + 1 else 1 end,
    day = excluded.day, minute = excluded.minute;
  return null;
end $$;
create trigger creation_is_counted after insert on transaction
  for each row execute function creation_is_counted();

-- The bucket that a creation counts in: a merchant's own are never counted with those of strangers
-- (use-cases/transactions/creation-bucket.ts).
create function creation_bucket(p_type text, p_channel text, p_link uuid, p_checkout uuid) returns text
language sql immutable as $$
  select coalesce(p_link::text, p_checkout::text, case
    when p_channel = 'widget' then 'public' when p_type = 'payout' then 'payouts' else 'own' end)
$$;

-- Locks a creation's idempotency key and phone number until the end of the transaction, then returns the stored answer of the
-- key, or why the creation is refused, or nothing. Each statement in here sees what was committed while the one before it
-- waited. Far from a limit the counters decide; near it transactions are counted, in sandbox one creation at a time.
create function creation_standing(
  p_lock text, p_counter text, p_service_env uuid, p_holder uuid, p_route text, p_key text,
  p_mode text, p_api_key uuid, p_phone text, p_bucket text, p_of_strangers boolean, p_keyless boolean,
  p_per_minute int, p_per_day int, p_per_bucket int, p_pending int, p_recent int, p_window interval,
  out refusal text, out fingerprint bytea, out status int, out request_id text, out response bytea, out made_id uuid
) language plpgsql as $$
declare
  -- There are never more creations than this under way at once.
  margin constant int := 100;
  -- How often strangers together may request payments of one number, for each time that they may through one link.
  strangers_shares constant int := 4;
  today bigint;
  lately bigint;
  pending bigint;
  recent bigint;
  pending_of_strangers bigint;
  recent_of_strangers bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_lock, 0)) then
    refusal := 'in_progress';
    return;
  end if;
  if p_counter is not null then
    perform pg_advisory_xact_lock(hashtextextended(p_counter, 0));
  end if;
  select r.fingerprint, r.status, r.request_id, r.response, r.made_id
    into fingerprint, status, request_id, response, made_id
    from idempotency_record r
    where r.service_env_id = p_service_env and r.holder_id = p_holder and r.route = p_route and r.key = p_key
      and r.created_at > now() - interval '72 hours';
  if found then
    return;
  end if;
  select coalesce(sum(c.of_day) filter (where c.day = date_trunc('day', now())), 0),
      coalesce(sum(case c.minute when date_trunc('minute', now()) then c.of_minute + c.of_minute_before
        when date_trunc('minute', now()) - interval '1 minute' then c.of_minute else 0 end), 0)
    into today, lately from creation_count c where c.service_env_id = p_service_env;
  if p_mode = 'sandbox' and (lately + margin >= p_per_minute or today + margin >= p_per_day) then
    perform pg_advisory_xact_lock(hashtextextended('creations ' || p_service_env, 0));
    select count(*) into lately from (select from transaction t where t.service_env_id = p_service_env
      and t.created_at > now() - interval '1 minute' and t.api_key_id is not distinct from p_api_key
      and case when p_keyless then creation_bucket(t.type, t.channel, t.payment_link_id, t.checkout_id) = p_bucket
        else t.payment_link_id is null and t.checkout_id is null end limit p_per_minute) c;
    -- Without a key, each link and checkout counts by itself.
    select count(*) into today from (select from transaction t where t.service_env_id = p_service_env
      and t.created_at > date_trunc('day', now())
      and case when p_keyless then creation_bucket(t.type, t.channel, t.payment_link_id, t.checkout_id) = p_bucket
        else t.payment_link_id is null and t.checkout_id is null end limit p_per_day) c;
    refusal := case when lately >= p_per_minute then 'sandbox_minute' when today >= p_per_day then 'sandbox_day' end;
    if refusal is not null then
      return;
    end if;
    lately := p_per_bucket;
  end if;
  if lately + margin >= p_per_bucket then
    select count(*) into lately from (select from transaction t where t.service_env_id = p_service_env
      and t.created_at > now() - interval '1 minute'
      and creation_bucket(t.type, t.channel, t.payment_link_id, t.checkout_id) = p_bucket limit p_per_bucket) c;
    if lately >= p_per_bucket then
      refusal := case when p_keyless then 'link_minute' else 'merchant_minute' end;
      return;
    end if;
  end if;
  if p_phone is not null then
    -- What merchants request with their own keys counts together for a number. What strangers request counts per link or for
    -- the public keys they used, and loosely for all of them. In sandbox a number is nobody's: other services do not count.
    select count(*) filter (where a.is_pending and a.is_shared), count(*) filter (where a.is_recent and a.is_shared),
        count(*) filter (where a.is_pending), count(*) filter (where a.is_recent)
      into pending, recent, pending_of_strangers, recent_of_strangers from (select
        t.status = 'pending' as is_pending, t.created_at > now() - p_window as is_recent,
        not p_of_strangers or t.service_env_id = p_service_env
          and creation_bucket(t.type, t.channel, t.payment_link_id, t.checkout_id) = p_bucket as is_shared
      from transaction t
      where t.phone = p_phone and t.mode = p_mode and t.type = 'collection'
        and (p_mode = 'live' or t.service_env_id = p_service_env)
        and (t.status = 'pending' or t.created_at > now() - p_window)
        and p_of_strangers
          = (t.payment_link_id is not null or t.checkout_id is not null or t.channel = 'widget')) a;
    if pending >= p_pending or recent >= p_recent or p_of_strangers and (
        pending_of_strangers >= p_pending::bigint * strangers_shares
        or recent_of_strangers >= p_recent::bigint * strangers_shares) then
      refusal := 'number';
    end if;
  end if;
end $$;
