-- What one person lets go alone counts transfers that were refused too, and looks for them by their time under a lock that all
-- wait for: the index has every act that is done, not only those that say a transfer was made.
-- Serves code from 38-vacuum.
-- Outside a transaction.
drop index concurrently if exists transfer_act_made;
create index concurrently transfer_act_made on transfer_act (done_at) where done_at is not null;
