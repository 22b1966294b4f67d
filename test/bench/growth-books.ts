import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'

/**
 * Fills the books with copies of one ended payment, evenly over the last ninety days, up to this many of its service.
 * Copies have no events and no postings: they are there to be listed, filtered, counted, summed up and found.
 */
export async function fillTo(
  databaseUrl: string,
  { template, total }: { readonly template: string; readonly total: number },
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, statement_timeout: 0 })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    // A vacuum marks no page whose commit is not yet on the disk, and then every look into an index reads its rows too.
    await client.query('set synchronous_commit = on')
    const columns = await columnsOf(client)
    const names = columns.map((name) => `"${name}"`).join(', ')
    const values = columns.map((name) => made[name] ?? `t."${name}"`).join(', ')
    await client.query(
      `insert into transaction (${names})
       select ${values}
       from transaction t,
         (select count(*)::int as count from transaction o
          where o.service_env_id = (select service_env_id from transaction where id = $1)) present,
         generate_series(present.count + 1, $2::int) as n
       where t.id = $1`,
      [template, total],
    )
    await client.query('delete from figure_due; delete from day_figure')
    await client.query(sumAll)
    await client.query(nameAll)
    await vacuum(client)
    // What was filled in is on the disk before anything is asked.
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/**
 * Until all pages but that of the template are marked as seen by everybody, which spares a look into them: whoever still
 * reads of before, such as an autovacuum that analyses, keeps a vacuum from marking them. A service at work never lets all
 * be marked.
 */
async function vacuum(client: Client): Promise<void> {
  for (let turn = 0; turn < vacuumsMax; turn += 1) {
    await client.query(`vacuum analyze ${filled.join(', ')}`)
    const { rows } = await client.query(
      'select 1 from pg_class where oid = any ($1::regclass[]) and relallvisible + 1 < relpages',
      [filled],
    )
    if (rows.length === 0) return
    await pause(vacuumPauseMs)
  }
}

const filled = ['transaction', 'figure_due', 'day_figure', 'payer_word']
const vacuumsMax = 60
const vacuumPauseMs = 250

/** At once: a worker would take them by the thousand. */
const sumAll = `
  insert into day_figure (service_env_id, day, dimension, value, type, status, charged_currency, net_currency,
    count, charged, fees, net, borne)
  select service_env_id, day, dimension, value, type, status, charged_currency, net_currency,
    count(*), sum(charged), sum(fees), sum(net), sum(borne)
  from figure_part group by 1, 2, 3, 4, 5, 6, 7, 8`

/** What the trigger of a creation does, which copies pass by. */
const nameAll = `
  insert into payer_word
  select distinct service_env_id, word, coalesce(phone, ''), coalesce(customer_name, '')
  from transaction, unnest(payer_words(customer_name, phone)) as word on conflict do nothing`

/** What is each copy's own. */
const made: Readonly<Record<string, string>> = {
  id: 'gen_random_uuid()',
  operator_request_id: 'gen_random_uuid()',
  reference: `'bulk-' || n`,
  provider_reference: `'op-' || n`,
  receipt_token_digest: `sha256(n::text::bytea)`,
  phone: `'22901960' || lpad((n % 100000)::text, 5, '0')`,
  customer_name: `'Client ' || (n % 5000)`,
  created_at: `now() - ((n::bigint * 7919) % 7776000) * interval '1 second'`,
  completed_at: `now() - ((n::bigint * 7919) % 7776000) * interval '1 second' + interval '20 seconds'`,
}

async function columnsOf(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = 'transaction' and is_generated = 'NEVER'`,
  )
  return rows.map(({ name }) => name)
}
