-- An account is read like a statement, the latest entry first, however long it has grown.
create index ledger_entry_of_account on ledger_entry (account_id, id);
drop index ledger_entry_account;
