/** What breaks each rule about contradictions and their settlements. */
export const contradictionDamages: Readonly<Record<string, readonly string[]>> = {
  'I5 an operator’s contrary word is kept apart, whole, and staff is told': [
    `update closing set contradicted_at = null`,
    `delete from staff_notice where kind = 'closing_contradicted'`,
  ],
  'I5 what an operator paid after all, against its own answer, is kept apart once, and staff is told':
    [
      `delete from staff_notice where kind = 'closing_contradicted'`,
      `update transaction set status = 'succeeded', failure_code = null
     where id in (select transaction_id from paid_after_all)`,
    ],
  'I5 what an operator denies, against its own answer, is kept apart once, and staff is told': [
    `delete from staff_notice where kind = 'closing_contradicted'`,
  ],
  'I5 each later word of an operator has its movement, and staff is told': [
    `delete from later_word`,
    `update ledger_movement set kind = 'imagined' where kind = 'closing_contradicted:2'`,
    `delete from staff_notice where kind = 'closing_contradicted' and number = 2`,
  ],
  'I5 a contradiction is settled once after each word that leaves it open, whole, with its owner, and as two people decided':
    [
      `delete from contradiction_settlement where state = 'done'`,
      `update contradiction_settlement set amount = amount - 1`,
      `update contradiction_settlement set written_off = 1`,
      `update ledger_movement set kind = 'contradiction_settled' where kind = 'closing_contradicted'
     and transaction_id in (select transaction_id from paid_after_all)`,
      `update ledger_entry set account_id = (select id from ledger_account where kind = 'fees' limit 1)
     where amount < 0 and movement_id in (select id from ledger_movement where kind = 'contradiction_settled')`,
    ],
  'I5 a contradiction whose settlement is done has its movement, and was decided on by another than asked':
    [
      `update ledger_movement set kind = 'imagined' where kind = 'contradiction_settled'`,
      `alter table contradiction_settlement drop constraint contradiction_settlement_by_two;
       update contradiction_settlement set decided_by = asked_by`,
    ],
}
