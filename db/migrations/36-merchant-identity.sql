-- Who the merchant is before the law, as receipts say it: IFU (tax number) and RCCM (register of companies).
alter table service
  add column tax_number text,
  add column trade_register text,
  add constraint service_tax_number_is_shaped check (tax_number ~ '^[0-9]{13}$'),
  add constraint service_trade_register_is_short check (length(trade_register) between 1 and 60),
  add constraint service_address_is_short check (length(address) between 1 and 200) not valid,
  add constraint service_email_is_short check (length(email) between 3 and 254) not valid;
