-- What a merchant decides for its own service.

-- Who pays the fees of collections, whatever the tariff says; null: as agreed in the tariff.
alter table service_env add column fee_payer text check (fee_payer in ('customer', 'merchant'));

alter table service add constraint service_public_name_is_shown
  check (length(public_name) between 1 and 120 and public_name ~ '\S');

-- How operators do, of all payments of a day: rows come in the order of time, so this costs them nothing.
create index transaction_of_day on transaction using brin (created_at) with (pages_per_range = 32, autosummarize = on);
