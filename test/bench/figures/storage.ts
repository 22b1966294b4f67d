import { eventually } from '#test/support/call.ts'
import type { FaultScene } from '#test/faults/scene.ts'
import type { Figure } from '#test/bench/figure.ts'
import { load } from '#test/bench/load.ts'
import { sum } from '#test/bench/numbers.ts'
import { onService, type Running, startRunning } from '#test/bench/service.ts'

/** Some come first: the first pages of tables and indexes are then there, and payers who come back are known. */
const paidBefore = 200
const payments = 800
/** Emptied as they are worked off, or swept after days; of a table in parts each part. */
const passing =
  /^(?:outbox|waiting|idempotency_record|api_call|request_limit|creation_count|notification|run_sweep)(?:_\d+)?$/
const goal = { atMost: 2950 }

/**
 * What a paid and delivered collection leaves on the disk, by table and index, freshly packed: while its event is kept,
 * and once that has been swept.
 */
export const storage: Figure = {
  name: 'storage',
  about: 'bytes that a paid, delivered collection leaves in PostgreSQL for good',
  measure: onService(async (scene) => {
    const running = await startRunning(scene)
    await pay(scene, running, paidBefore)
    const first = await sizes(scene)
    await pay(scene, running, payments)
    running.close()
    const kept = perPayment(first, await sizes(scene))
    await scene.database.pool.query(
      'select forget_these_events(array(select id from event order by id offset $1))',
      [paidBefore],
    )
    const swept = perPayment(first, await sizes(scene))
    return [
      { name: 'storage', figure: total(kept), unit: 'bytes', goal, parts: partsOf(kept) },
      {
        name: 'storage/swept',
        figure: total(swept),
        unit: 'bytes, its event swept',
        goal,
        parts: partsOf(swept),
      },
    ]
  }),
}

async function pay(scene: FaultScene, running: Running, count: number): Promise<void> {
  await load({ clients: 16, count }, async () => void (await running.complete()))
  await eventually(async () => (await unfinished(scene)) === 0)
}

async function unfinished({ database }: FaultScene): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from webhook_delivery where status <> 'delivered'`,
  )
  return rows[0]?.count ?? 0
}

/** A table or an index, and the table that it belongs to. */
interface Part {
  readonly name: string
  readonly table: string
  readonly bytes: number
}

async function sizes({ database }: FaultScene): Promise<ReadonlyMap<string, Part>> {
  const client = await database.pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('vacuum full')
    const { rows } = await client.query<Part>(
      `select c.relname as name, coalesce(t.relname, c.relname) as table,
         (pg_relation_size(c.oid) + coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0))::float8 as bytes
       from pg_class c left join pg_index i on i.indexrelid = c.oid left join pg_class t on t.oid = i.indrelid
       where c.relkind in ('r', 'i') and c.relnamespace = 'public'::regnamespace`,
    )
    return new Map(rows.filter(({ table }) => !passing.test(table)).map((row) => [row.name, row]))
  } finally {
    client.release(true)
  }
}

function perPayment(
  before: ReadonlyMap<string, Part>,
  after: ReadonlyMap<string, Part>,
): readonly Part[] {
  return [...after.values()]
    .map((part) => {
      const bytes = (part.bytes - (before.get(part.name)?.bytes ?? 0)) / payments
      return { ...part, bytes }
    })
    .filter(({ bytes }) => Math.abs(bytes) > 1)
}

function total(parts: readonly Part[]): number {
  return sum(parts.map(({ bytes }) => bytes))
}

/** Each table with its indexes, the largest first: `event 590 (event 310, event_list 66)`. */
function partsOf(parts: readonly Part[]): string {
  return [...Map.groupBy(parts, ({ table }) => table)]
    .map(([table, own]) => ({ table, own, bytes: total(own) }))
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ table, own, bytes }) => `${table} ${bytes.toFixed(0)} (${listed(own)})`)
    .join(', ')
}

function listed(own: readonly Part[]): string {
  return own
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => `${name} ${bytes.toFixed(0)}`)
    .join(', ')
}
