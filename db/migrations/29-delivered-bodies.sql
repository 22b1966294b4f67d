-- The bytes of a delivery are kept as long as they may be sent again; what was delivered never is.

alter table webhook_delivery alter column body_sealed drop not null;
alter table webhook_delivery
  add constraint webhook_delivery_body check (body_sealed is not null or status = 'delivered') not valid;
alter table webhook_delivery validate constraint webhook_delivery_body;
