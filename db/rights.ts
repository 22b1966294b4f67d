import type { ClientBase } from 'pg'

/** The roles of deploy/postgres/roles.sql that do not own the tables. */
const serve = 'payments_serve'
const read = 'payments_read'

/** Tables that API and worker only read. Only the migrator, or an engineer, writes them. */
export const readByServe = [
  'installation',
  'log_chain',
  'log_chain_head',
  'migration_checksum',
  'mikro_orm_migrations',
]

/** Tables whose rows are never updated: the ledger, and records of what happened. */
export const keptByServe = [
  'api_call',
  'confirmed_line',
  'event',
  'exchange_rate',
  'fee_rule',
  'later_word',
  'ledger_entry',
  'ledger_movement',
  'ledger_proof_difference',
  'paid_after_all',
  'payment_token',
  'staff_note',
  'unpaid_after_all',
  'webhook_retry',
]

/** Tables whose rows are deleted after their retention period. */
export const forgottenByServe = [
  'case_assignment',
  'exchange_rate_entry',
  'figure_due',
  'idempotency_record',
  'mail',
  'notification',
  'operator_account',
  'outbox',
  'passkey',
  'passkey_answer',
  'password_reset',
  'payout_file',
  'payer_kept',
  'payer_word',
  'person_session',
  'quote',
  'recovery_code',
  'request_limit',
  'run_finding',
  'sealing_key',
  'secret_attempt',
  'service_logo',
  'sign_up',
  'waiting',
  'webhook_listener',
  'webhook_listener_result',
]

/**
 * Columns that read-only users may not see: sealed values, hashes and credentials. A stored answer is sealed; fingerprint,
 * identity and nonce are digests, or stand for one.
 */
const secretColumns = '(sealed|hash|digest|token|fingerprint|^response$|^identity$|^nonce$)'

/**
 * Grants both roles their rights on the present tables, and revokes all others; does nothing if the roles do not
 * exist. Run by the tables' owner after each migration.
 */
export async function grantRights(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ roles: number }>(
    'select count(*)::int as roles from pg_roles where rolname in ($1, $2)',
    [serve, read],
  )
  if (rows[0]?.roles === 2) await client.query(grants)
}

const names = (tables: readonly string[]) => tables.map((table) => `'${table}'`).join(', ')

const grants = `do $$
declare
  one record;
begin
  grant usage on schema sandbox_operator to ${serve}, ${read};
  for one in select c.oid::regclass as name, c.relname, c.relkind,
      (select string_agg(quote_ident(a.attname), ', ') from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attname !~ '${secretColumns}') as shown
    from pg_class c where c.relnamespace in ('public'::regnamespace, 'sandbox_operator'::regnamespace)
      and c.relkind in ('r', 'p', 'v') and not c.relispartition
  loop
    execute format('revoke all on %s from ${serve}, ${read}', one.name);
    execute format('grant select on %s to ${serve}', one.name);
    if one.shown is not null then execute format('grant select (%s) on %s to ${read}', one.shown, one.name); end if;
    if one.relkind <> 'v' and one.relname not in (${names(readByServe)}) then
      execute format('grant insert on %s to ${serve}', one.name);
      if one.relname not in (${names(keptByServe)}) then
        execute format('grant update on %s to ${serve}', one.name);
      end if;
      if one.relname in (${names(forgottenByServe)}) then
        execute format('grant delete on %s to ${serve}', one.name);
      end if;
    end if;
  end loop;
  revoke execute on function api_call_keep_days(int, int) from public;
  grant execute on function api_call_keep_days(int, int), forget_events(int, int), forget_events_of_erased(uuid[]),
    forget_payment_tokens(int, int), webhook_attempt_given_back(bigint, int, text) to ${serve};
end $$`
