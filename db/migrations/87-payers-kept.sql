-- Payments whose term was over while they still needed their payer: the sweep in the order of time has passed them, and comes
-- back to them until they do not.
-- Serves code from 74-requests-dated.
create table payer_kept (
  transaction_id uuid primary key references transaction
);
insert into payer_kept select t.id from transaction t
  where t.payer_erased_at is null and t.created_at < (select reached from retention_mark where name = 'payers');
