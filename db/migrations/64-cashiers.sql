-- A portal role for people who sell at one point of sale: they see its sales of today and request payments there. What they sell
-- counts for the cashier of that name at cash desks (`collaborator`).
-- Serves code from 38-vacuum.
alter table person add column point_of_sale_id uuid;
alter table person add column collaborator_id uuid;
alter table person add constraint person_point_of_sale foreign key (point_of_sale_id) references point_of_sale not valid;
alter table person add constraint person_collaborator foreign key (collaborator_id) references collaborator not valid;
alter table person add constraint person_sells_somewhere check (
  (realm = 'portal' and role = 'cashier') = (point_of_sale_id is not null)
  and (point_of_sale_id is null) = (collaborator_id is null)) not valid;
alter table person drop constraint person_role;
alter table person add constraint person_role check (case realm
  when 'portal' then role in ('owner', 'administrator', 'developer', 'collaborator', 'cashier')
  else role in ('agent', 'supervisor', 'administrator') end) not valid;

-- Nobody sells for another merchant, even if the code forgets to check.
create function person_sells_for_own_merchant() returns trigger language plpgsql as $$
begin
  if not exists (
    select from point_of_sale p join service_env e on e.id = p.service_env_id join service s on s.id = e.service_id
      join collaborator c on c.service_id = s.id
    where p.id = new.point_of_sale_id and s.merchant_id = new.merchant_id and c.id = new.collaborator_id
  ) then
    raise exception 'person % sells at a point of sale of another merchant', new.id
      using errcode = 'check_violation', constraint = 'person_sells_for_own_merchant';
  end if;
  return new;
end $$;
create trigger person_sells_for_own_merchant before insert or update of point_of_sale_id, collaborator_id on person
  for each row when (new.point_of_sale_id is not null) execute function person_sells_for_own_merchant();
