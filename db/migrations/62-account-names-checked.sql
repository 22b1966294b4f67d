-- Every name of an authorized account is short and on one line (61-account-names).
-- Serves code from 59-vacuum.
alter table authorized_account validate constraint authorized_account_own_name_is_short;
