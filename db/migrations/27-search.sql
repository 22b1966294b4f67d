-- Search: payments by what people look for besides references: who paid, from which number, how much, which receipt.

-- Each from the newest payment. The time is in UTC, as in no other index: otherwise the planner, which takes all amounts to be
-- equally frequent, would read every payment to find an amount that does not occur (docs/performance.md).
create index transaction_of_payer on transaction (service_env_id, phone, (created_at at time zone 'UTC') desc)
  where phone is not null;
create index transaction_of_name on transaction (service_env_id, customer_name, (created_at at time zone 'UTC') desc)
  where phone is null and customer_name is not null;
create index transaction_of_amount on transaction (service_env_id, amount_charged, (created_at at time zone 'UTC') desc);
create index transaction_of_price on transaction (service_env_id, amount, currency, (created_at at time zone 'UTC') desc)
  where amount <> amount_charged;
create index payment_link_of_reference on payment_link (service_env_id, reference) where reference is not null;

-- The second part of a receipt number (domain/receipts/receipt.ts) as a number, which takes only eight bytes.
create function receipt_end(id uuid) returns bigint language sql immutable parallel safe
  return ('x' || right(id::text, 12))::bit(48)::bigint;
create index transaction_of_receipt on transaction (receipt_end(id));

-- The words of a name as they are searched for: without accents, punctuation and capitals, each once, eight at most.
create function search_words(name text) returns text[] language sql immutable parallel safe
  return array(
    select distinct left(word, 40) from regexp_split_to_table(
      lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g') collate "pg_c_utf8"), '[^[:alnum:]]+') as word
    where word <> '' order by 1 limit 8);

-- True if each of the words, as search_words makes them, begins a word of the name. PostgreSQL inlines this expression, which
-- normalises the name once; a function with a query of its own is called per row, and took 25 microseconds for each of two
-- thousand payers with one first name. Stable, like array_to_string: else it would not be inlined.
create function is_named(name text, words text[]) returns boolean language sql stable parallel safe
  return words = '{}' or ' ' || regexp_replace(
    lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g') collate "pg_c_utf8"), '[^[:alnum:]]+', ' ', 'g')
    like all (string_to_array('% ' || array_to_string(words, '%|% ') || '%', '|'));

-- What a payer is found by: the words of the name, and the number read from its end.
create function payer_words(name text, phone text) returns text[] language sql immutable parallel safe
  return search_words(coalesce(name, '')) || case when phone is null then '{}' else array['#' || reverse(phone)] end;

-- Who has paid or was paid at a service, a row for each word; '' where there is no number, or no name.
create table payer_word (
  service_env_id uuid not null references service_env,
  word text collate "C" not null,
  phone text not null,
  name text not null,
  primary key (service_env_id, word, phone, name)
);

-- Most payments are by a payer who is known already: that takes one lookup.
create function payer_is_known() returns trigger language plpgsql as $$
declare
  whose text := coalesce(new.customer_name, '');
begin
  if new.phone is not null and exists (select from payer_word
      where (service_env_id, word, phone, name) = (new.service_env_id, '#' || reverse(new.phone), new.phone, whose)) then
    return null;
  end if;
  insert into payer_word
    select new.service_env_id, word, coalesce(new.phone, ''), whose
    from unnest(payer_words(new.customer_name, new.phone)) as word
  on conflict do nothing;
  return null;
end $$;
create trigger payer_is_known after insert on transaction
  for each row when (new.phone is not null or new.customer_name is not null) execute function payer_is_known();
