import { eventually } from '#test/support/call.ts'
import type { FaultScene } from '#test/faults/scene.ts'
import type { Figure } from '#test/bench/figure.ts'
import { load } from '#test/bench/load.ts'
import { sum } from '#test/bench/numbers.ts'
import { startRunning } from '#test/bench/service.ts'

const payments = 400
/** Emptied as they are worked off, or swept after days; of a table in parts each part. */
const passing = /^(?:outbox|idempotency_record|api_call|request_limit|creation_count)(?:_\d+)?$/

/** What a paid and delivered collection leaves on the disk, indexes included, freshly packed. */
export const storage: Figure = {
  name: 'storage',
  about: 'bytes that a paid, delivered collection leaves in PostgreSQL for good',
  async measure(lab) {
    const scene = await lab.openService()
    try {
      const running = await startRunning(scene)
      await running.complete()
      const before = await sizes(scene)
      await load({ clients: 16, count: payments }, async () => void (await running.complete()))
      await eventually(async () => (await unfinished(scene)) === 0)
      running.close()
      const after = await sizes(scene)
      const perPayment = [...after]
        .map(([table, bytes]) => [table, (bytes - (before.get(table) ?? 0)) / payments] as const)
        .filter(([table, bytes]) => bytes > 1 && !passing.test(table))
        .toSorted(([, a], [, b]) => b - a)
      const parts = perPayment.map(([table, bytes]) => `${table} ${bytes.toFixed(0)}`).join(', ')
      return [
        {
          name: 'storage',
          figure: sum(perPayment.map(([, bytes]) => bytes)),
          unit: 'bytes',
          goal: { atMost: 2950 },
          parts,
        },
      ]
    } finally {
      await scene.stop()
    }
  },
}

async function unfinished({ database }: FaultScene): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from webhook_delivery where status <> 'delivered'`,
  )
  return rows[0]?.count ?? 0
}

async function sizes({ database }: FaultScene): Promise<ReadonlyMap<string, number>> {
  await database.pool.query('vacuum full')
  const { rows } = await database.pool.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}
