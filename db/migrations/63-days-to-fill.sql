-- The figures whose cost to the merchant is not known yet are found without reading the others.
-- Serves code from 38-vacuum.
-- Outside a transaction.
drop index concurrently if exists day_figure_to_fill;
create index concurrently day_figure_to_fill on day_figure (service_env_id, day) where borne is null;
