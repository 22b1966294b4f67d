-- Which installation these books are of: the namespace of Temporal carries the same, so that no process works for the runs of
-- other books. A copy that is restored is the same installation.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;

-- All services of one day, by operator: what a process shows of today.
create index day_figure_by_operator on day_figure (day) where dimension = 'provider';
