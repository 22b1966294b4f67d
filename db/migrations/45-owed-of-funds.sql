-- What is owed of a refund returns to where the funds of its payment stand: below zero, as opposed to what is taken from there.
-- Serves code from 38-vacuum.
alter table contradiction_settlement
  drop constraint contradiction_settlement_takes_a_part,
  add constraint contradiction_settlement_takes_a_part
    check (funds_amount between least(-amount - written_off, 0) and greatest(-amount - written_off, 0)
      and (funds_amount = 0 or state = 'done')) not valid;
