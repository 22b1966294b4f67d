-- Lines that pay the same to the same account, with or without a reference: a line without one repeats them all. The narrower
-- index serves code from before.
-- Serves code from 74-requests-dated.
-- Outside a transaction.
drop index concurrently if exists payout_file_line_of_account;
create index concurrently payout_file_line_of_account on payout_file_line (account_id, amount);
