-- The terminals of a point of sale, deleted ones included: their sales of the day are shown there.
-- Serves code from 38-vacuum.
-- Outside a transaction.
drop index concurrently if exists terminal_of_place;
create index concurrently terminal_of_place on terminal (point_of_sale_id) where point_of_sale_id is not null;
