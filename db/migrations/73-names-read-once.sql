-- A name is made plain once for all words that are looked for, in an expression that goes into its statement: a function with
-- a query of its own is called row by row, and took 25 microseconds for each of two thousand payers of one first name.
-- `words` are as search_words makes them. Stable, as array_to_string is: else it would not go in.
-- Serves code from 69-events-of-payments-dropped.
create or replace function is_named(name text, words text[]) returns boolean language sql stable parallel safe
  return words = '{}' or ' ' || regexp_replace(
    lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g') collate "pg_c_utf8"), '[^[:alnum:]]+', ' ', 'g')
    like all (string_to_array('% ' || array_to_string(words, '%|% ') || '%', '|'));
