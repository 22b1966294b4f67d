-- Standing orders: payouts that repeat each day, week or month (docs/payouts.md#standing-orders).

create table standing_order (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  account_id uuid not null references authorized_account,
  -- The name that its maker gave it, and the label of its payouts.
  name text not null check (length(name) between 1 and 60),
  -- XOF; null sends everything available, but leaves `floor` and sends no more than `most`.
  amount bigint check (amount > 0),
  floor bigint not null default 0 check (floor >= 0),
  most bigint check (most > 0),
  -- How much may be sent in a month; null: no limit.
  month_total bigint check (month_total > 0),
  rhythm text not null check (rhythm in ('daily', 'weekly', 'monthly')),
  day int,
  hour int not null check (hour between 0 and 23),
  needs_approval boolean not null,
  -- Counts each change of what is sent, to whom and when, so that people approve what they saw.
  version int not null default 1,
  -- In whose name it pays: whoever made it, changed it last or resumed it.
  made_by uuid not null,
  approved_by uuid,
  realm text not null generated always as ('portal') stored,
  created_at timestamptz(3) not null default now(),
  -- What was due before this is not paid.
  active_since timestamptz(3) not null default now(),
  -- Since when its present terms apply.
  terms_since timestamptz(3) not null default now(),
  paused_at timestamptz(3),
  -- Why it was paused automatically; null if a person paused it.
  pause_reason text check (pause_reason in ('maker_gone', 'account_gone')),
  ended_at timestamptz(3),
  constraint standing_order_sends_all check (amount is null or (floor = 0 and most is null)),
  constraint standing_order_day check (case rhythm when 'daily' then day is null when 'weekly' then day between 1 and 7
    else day between 1 and 31 end),
  constraint standing_order_unbounded_is_seen check (month_total is not null or needs_approval),
  constraint standing_order_approved_by_another check (approved_by is null or (needs_approval and approved_by <> made_by)),
  constraint standing_order_pause check (pause_reason is null or paused_at is not null),
  constraint standing_order_made_by_member foreign key (made_by, realm) references person (id, realm),
  constraint standing_order_approved_by_member foreign key (approved_by, realm) references person (id, realm)
);
create index standing_order_list on standing_order (service_env_id, created_at desc, id desc);
create index standing_order_open on standing_order (id) where ended_at is null;

-- What was approved does not change: a change needs a new approval. An ended order stays ended.
create function standing_order_is_kept() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null
      or (new.id, new.service_env_id, new.created_at) is distinct from (old.id, old.service_env_id, old.created_at)
      or (new.account_id, new.amount, new.floor, new.most, new.month_total, new.rhythm, new.day, new.hour)
        is distinct from (old.account_id, old.amount, old.floor, old.most, old.month_total, old.rhythm, old.day, old.hour)
        and (new.version <= old.version or new.approved_by is not null)
      or new.version = old.version and old.needs_approval and not new.needs_approval then
    raise exception 'standing order % stays what it is', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger standing_order_is_kept before update on standing_order
  for each row execute function standing_order_is_kept();

-- One due day of a standing order.
create table standing_order_day (
  order_id uuid not null references standing_order,
  -- In the main market. An order pays once for each day, however often it is triggered.
  day date not null,
  account_id uuid not null references authorized_account,
  -- XOF; null if there was nothing to send.
  amount bigint check (amount > 0),
  -- The id that its payout will have, derived from order and day.
  payout_id uuid not null,
  state text not null default 'due' check (state in ('due', 'sent', 'refused', 'skipped')),
  -- A second person had approved the order.
  is_seen boolean not null,
  -- The code of the refusal.
  refusal text,
  created_at timestamptz(3) not null default now(),
  primary key (order_id, day),
  constraint standing_order_day_refused check ((state = 'refused') = (refusal is not null)),
  constraint standing_order_day_amount check (amount is not null or state in ('skipped', 'refused'))
);
create unique index standing_order_day_payout on standing_order_day (payout_id);

-- For an order that sends everything available, the amount of a due day may be lowered until it is sent: other payouts may
-- have been accepted meanwhile, and the floor has to stay.
create function standing_order_day_moves_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'due' or (new.order_id, new.day, new.account_id, new.payout_id)
      is distinct from (old.order_id, old.day, old.account_id, old.payout_id)
      or new.amount is distinct from old.amount and (new.amount is null or new.amount > old.amount or new.state <> 'due')
      then
    raise exception 'day % of standing order % stays what it is', old.day, old.order_id
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger standing_order_day_moves_once before update on standing_order_day
  for each row execute function standing_order_day_moves_once();
