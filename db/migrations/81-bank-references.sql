-- Other bank transfers that were made under a reference, as it is typed: whatever its case and spaces.
-- Serves code from 74-requests-dated.
-- Outside a transaction.
drop index concurrently if exists bank_transfer_by_reference;
create index concurrently bank_transfer_by_reference on bank_transfer (lower(replace(bank_reference, ' ', '')))
  where bank_reference is not null;
