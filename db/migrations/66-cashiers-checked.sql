-- Serves code from 38-vacuum.
alter table person validate constraint person_point_of_sale;
alter table person validate constraint person_collaborator;
alter table person validate constraint person_sells_somewhere;
alter table person validate constraint person_role;
