-- What staff notes on cases, and who looks after a case (docs/people-and-roles.md#cases).

create table staff_note (
  id uuid primary key,
  -- Kind and id as in the audit log, a soft reference: a note stays, whatever becomes of the case.
  case_kind text not null check (case_kind in ('transaction', 'refund', 'authorized_account', 'difference', 'merchant')),
  case_id uuid not null,
  staff_member_id uuid not null,
  realm text not null generated always as ('staff') stored,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz(3) not null default now(),
  constraint staff_note_by_staff foreign key (staff_member_id, realm) references person (id, realm)
);
create index staff_note_of_case on staff_note (case_kind, case_id, created_at desc, id desc);

create function staff_note_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'staff_note is append-only' using errcode = 'integrity_constraint_violation';
end $$;
create trigger staff_note_is_append_only before update or delete or truncate on staff_note
  for each statement execute function staff_note_is_append_only();

-- Not for bank transfers: bank_transfer says who took one, and more follows from that.
create table case_assignment (
  case_kind text not null check (case_kind in ('transaction', 'refund', 'authorized_account', 'difference')),
  case_id uuid not null,
  staff_member_id uuid not null,
  realm text not null generated always as ('staff') stored,
  since timestamptz(3) not null default now(),
  primary key (case_kind, case_id),
  constraint case_assignment_to_staff foreign key (staff_member_id, realm) references person (id, realm)
);
create index case_assignment_of_member on case_assignment (staff_member_id, case_kind, case_id);
