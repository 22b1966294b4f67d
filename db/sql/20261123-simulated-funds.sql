-- In sandbox nothing is withheld until a confirmation: what would be is booked as available (domain/ledger.ts).

-- Nobody books meanwhile, so that no funds are left behind.
lock table ledger_account in access exclusive mode;

-- Under the kind of movement that the confirmation would have made, so that a process of the release before books none.
select ledger_post(t.service_env_id, t.mode, t.id, 'funds_made_available', t.provider, t.charged_currency,
    jsonb_build_array(
      jsonb_build_object('account', 'pending_confirmation', 'amount', taken.sum - t.net_amount),
      jsonb_build_object('account', 'available', 'amount', t.net_amount - taken.sum)),
    null)
  from transaction t cross join lateral (
    select coalesce(sum(r.funds_amount), 0)::bigint from refund r
    where r.transaction_id = t.id and r.status not in ('rejected', 'failed', 'cancelled')) taken(sum)
  where t.mode = 'sandbox' and t.funds_status = 'pending_confirmation' and t.net_amount > taken.sum;
set constraints ledger_movement_is_balanced immediate;
set constraints ledger_movement_is_balanced deferred;

alter table ledger_account add constraint ledger_simulated_funds_are_available
  check (balance = 0 or mode <> 'sandbox' or kind <> 'pending_confirmation');
