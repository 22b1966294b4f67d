import { setTimeout as pause } from 'node:timers/promises'
import { createOutbox } from '#db/outbox.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import type { FaultScene } from '#test/faults/scene.ts'
import { success } from '#test/support/ends.ts'
import { createKey } from '#test/support/tenant.ts'
import type { Figure } from '#test/bench/figure.ts'
import { HttpClient, load } from '#test/bench/load.ts'
import { percentile } from '#test/bench/numbers.ts'
import { acceptBy, endCommittedAt, now, onService } from '#test/bench/service.ts'

const readers = 500
const waitsOfAKey = 2
const settledAtOnce = 4

/** 500 readers wait, and another process ends their payments: how soon after each commit its reader is answered. */
export const wait: Figure = {
  name: 'wait',
  about: 'commit to answer for 500 waiting readers, and the connections that they hold',
  measure: onService(async (scene) => {
    const api = await scene.startApi()
    const client = new HttpClient(api.baseUrl)
    const { database, tenant } = scene
    const keys: string[] = []
    for (let at = 0; at < readers / waitsOfAKey; at += 1) {
      keys.push(await createKey(database, tenant, 'secret'))
    }
    const ids: string[] = []
    await load({ clients: 16, count: readers }, async (number) => {
      ids[number] = await acceptBy(client, tenant.keys.secret)
    })
    const reads = ids.map((id, at) =>
      untilFinal(client, id, keys[Math.floor(at / waitsOfAKey)] ?? ''),
    )
    await pause(1000)
    const held = await connectionsHeld(scene)
    await load({ clients: settledAtOnce, count: readers }, (number) =>
      settle(scene, asId<TransactionId>(ids[number] ?? '')),
    )
    const answeredAt = await Promise.all(reads)
    client.close()
    const late: number[] = []
    for (const [at, id] of ids.entries()) {
      late.push((answeredAt[at] ?? 0) - (await endCommittedAt(scene, id)))
    }
    return [
      {
        name: 'wait',
        figure: percentile(late, 0.99),
        unit: 'ms, p99',
        goal: { atMost: 50 },
        parts: `p50 ${percentile(late, 0.5).toFixed(0)} ms`,
      },
      { name: 'wait/connections', figure: held, unit: 'held', goal: { atMost: 0 } },
    ]
  }),
}

async function untilFinal(client: HttpClient, id: string, key: string): Promise<number> {
  for (;;) {
    const answer = await client.must(200, {
      path: `/v2/transactions/${id}?wait=5`,
      headers: { Authorization: `Bearer ${key}` },
    })
    if (!answer.text.includes('"status":"pending"')) return now()
  }
}

/** Connections that are in the middle of something while all readers wait: the least of ten looks. */
async function connectionsHeld({ database }: FaultScene): Promise<number> {
  let least = Infinity
  for (let look = 0; look < 10; look += 1) {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
    )
    least = Math.min(least, rows[0]?.count ?? 0)
    await pause(50)
  }
  return least
}

async function settle({ database }: FaultScene, transactionId: TransactionId): Promise<void> {
  const before = await readTransaction(database, transactionId)
  await settleTransaction(database, nobody(database), { transactionId, outcome: success, before })
}

/** Hands nothing over: the runs are not part of this. */
function nobody(database: FaultScene['database']) {
  return createOutbox({
    pool: database.pool,
    call: () => Promise.reject(new Error('Temporal is not asked')),
    isEager: false,
    onError: () => {},
  })
}
