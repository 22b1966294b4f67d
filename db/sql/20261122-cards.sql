-- Cards and direct debits. Of a card its last four digits and its network are kept, and the acquirer's token, sealed.

-- Where the payer goes to let the payment happen, as the answer of its creation said.
alter table transaction add column next_action_url text;
alter table transaction add constraint transaction_card_of_card check (
  (payment_type = 'card') = (card_last4 is not null) and (card_last4 ~ '^[0-9]{4}$') is not false);
alter table transaction add constraint transaction_next_action_of_payer check (
  next_action_url is null or payment_type in ('card', 'direct_debit'));
-- What stands for an acquirer or a bank in sandbox never takes real money.
alter table transaction add constraint transaction_sandbox_provider check (
  mode = 'sandbox' or provider not like '%-sandbox');
create trigger transaction_keeps_its_method before update of payment_type, network, card_last4, next_action_url
  on transaction for each row execute function transaction_keeps_its_terms();

-- What an acquirer or a bank is charged by; only its own client opens it.
create table payment_token (
  operator_request_id uuid primary key references transaction (operator_request_id),
  token_sealed bytea not null,
  created_at timestamptz(3) not null default now()
);

-- The memory of the sandbox's acquirer and bank: what they know of a card or a mandate, which is not its number.
create table sandbox_operator.authorisation (
  token text primary key,
  request_id uuid not null unique,
  scenario text not null,
  amount bigint not null,
  currency text not null,
  card_last4 text,
  -- Names the page where the payer is asked; null asks nobody.
  page_id uuid unique,
  answer text check (answer in ('accepted', 'refused')),
  -- When the payer's time is up.
  closes_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  constraint authorisation_answer_needs_page check (answer is null or page_id is not null)
);
create function sandbox_operator.authorisation_keeps_its_answer() returns trigger language plpgsql as $$
begin
  if old.answer is not null and new.answer is distinct from old.answer then
    raise exception 'the payer has answered' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger authorisation_keeps_its_answer before update of answer on sandbox_operator.authorisation
  for each row execute function sandbox_operator.authorisation_keeps_its_answer();
