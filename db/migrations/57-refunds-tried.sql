-- In sandbox a merchant's own people may decide on a refund in place of the staff: no member of the staff has approved it then.
-- Serves code from 56-local-returns-checked.
alter table refund
  add column approved_in_sandbox boolean not null default false,
  drop constraint refund_paid_after_approval,
  add constraint refund_paid_after_approval check (status not in ('approved', 'processing', 'succeeded', 'failed')
    or approved_in_sandbox
    or (approved_by is not null and (approvals_needed = 1 or second_approved_by is not null))) not valid;

-- Money of live never leaves without the staff, whoever writes.
create function refund_is_of_sandbox() returns trigger language plpgsql as $$
begin
  if (select mode from service_env where id = new.service_env_id) is distinct from 'sandbox' then
    raise exception 'refund % is live: the staff approves it', new.id
      using errcode = 'check_violation', constraint = 'refund_is_of_sandbox';
  end if;
  return new;
end $$;
create trigger refund_is_of_sandbox before insert or update on refund
  for each row when (new.approved_in_sandbox) execute function refund_is_of_sandbox();
