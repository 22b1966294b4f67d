-- The name that a merchant gives an authorized account, to tell its accounts apart ("Loyer boutique"); it may change, since
-- money goes to the number. On one line, without control characters.
-- Serves code from 59-vacuum.
alter table authorized_account
  add column own_name text,
  add constraint authorized_account_own_name_is_short
    check (length(own_name) between 1 and 60 and own_name !~ '[\u0001-\u001f\u007f-\u009f]') not valid;
