/** What breaks the rules of events, deliveries and attempts. */
export const webhookDamages: Readonly<Record<string, readonly string[]>> = {
  'I6 an event is recorded once for a transaction, or a refund, and type': [
    `alter table event drop constraint event_once;
     insert into event (id, service_env_id, type, transaction_id, data_sealed)
     select gen_random_uuid(), service_env_id, type, transaction_id, '' from event where refund_id is null limit 1`,
  ],
  'I6 an event is delivered once to an endpoint': [
    `alter table webhook_delivery drop constraint webhook_delivery_once;
     insert into webhook_delivery (id, service_env_id, event_id, endpoint_id, body_sealed)
     select gen_random_uuid(), service_env_id, event_id, endpoint_id, '' from webhook_delivery limit 1`,
  ],
  'I6 event, delivery and endpoint are of one service and mode': [
    `update webhook_endpoint set service_env_id = gen_random_uuid()`,
    `update event set service_env_id = gen_random_uuid()`,
  ],
  'I7 attempts are numbered 1 to 6, rising; extra ones come last and repeat the sixth alone': [
    `insert into webhook_attempt (delivery_id, number, url, finished_at)
     select delivery_id, 1, url, now() from webhook_attempt where number = 2`,
    `insert into webhook_attempt (delivery_id, number, is_extra, url, finished_at)
     select delivery_id, 2, true, url, now() from webhook_attempt where number = 2`,
    `update webhook_attempt set is_extra = true where number = 1`,
  ],
  'I7 people retry a delivery ten times an hour at most': [
    `insert into webhook_retry (delivery_id) select d.id from webhook_delivery d, generate_series(1, 11)`,
  ],
  'I7 a service tests its webhooks five times an hour at most': [
    `insert into event (id, service_env_id, type, is_test, data_sealed)
     select gen_random_uuid(), s.id, 'test.ping', true, '' from service_env s, generate_series(1, 6)`,
  ],
  'I7 no attempt follows a 2xx answer': [
    `insert into webhook_attempt (delivery_id, number, url, finished_at)
     select delivery_id, 3, url, now() from webhook_attempt where http_status = 200`,
  ],
  'I7 a delivery counts its attempts': [`update webhook_delivery set attempts = 5`],
  'I7 a delivery is dated when it is over, and only then': [
    `update webhook_delivery set completed_at = null where status = 'delivered'`,
    `update webhook_delivery set completed_at = now() where status = 'pending'`,
  ],
}
