import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { sendTestEvent } from '#use-cases/webhooks/send-test-event.ts'
import { startReplay } from '#use-cases/webhooks/replay.ts'
import type { Database } from '#db/connect.ts'
import type { Outbox } from '#db/outbox.ts'
import { onPool } from '#db/sql.ts'
import { asId, type EndpointId, type TransactionId } from '#domain/ids.ts'
import { abandonCopies } from '#test/use-cases/webhooks/deliveries.ts'
import { eventually } from '#test/support/call.ts'
import { expired } from '#test/support/ends.ts'
import type { Letter } from './mailbox.ts'
import type { FaultScene } from './scene.ts'

const missed = 40
const dayMs = 86_400_000
const held: Outbox = { kick() {}, relay: async () => 0, drain: async () => {} }

interface Parts {
  readonly database: Database
  readonly outbox: Outbox
}

/** These, which their operator has, were not decided in time: each is watched for a late answer. */
export async function openWatches(
  { database, outbox }: Parts,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await eventually(async () => {
      const { isTaken } = await onPool(database.pool).one<{ isTaken: boolean }>(
        `select operator_state = 'taken' as "isTaken" from transaction where id = $1`,
        [id],
      )
      return isTaken
    })
    const transactionId = asId<TransactionId>(id)
    await settleTransaction(database, outbox, { transactionId, outcome: expired, isWatched: true })
  }
}

/** What these were debited for after their end is in the books. */
export async function untilBookedLate(
  { database }: Pick<Parts, 'database'>,
  ids: readonly string[],
) {
  await eventually(async () => {
    const { open } = await onPool(database.pool).one<{ open: number }>(
      `select count(*)::int as open from transaction
       where id = any($1::uuid[]) and late_outcome_at is null`,
      [ids],
    )
    return open === 0
  }, 60_000)
}

/** A replay of what the tenant's one endpoint missed, deliveries of real events among it, which is under way as long as that answers like `unwell`. */
export async function openReplay({ database, tenant }: FaultScene, outbox: Outbox): Promise<void> {
  const { serviceEnvId } = tenant
  const books = onPool(database.pool)
  await eventually(async () => {
    const waiting = `select from webhook_delivery where status = 'pending' and service_env_id = $1`
    return (await books.rows(waiting, [serviceEnvId])).length === 0
  })
  const { id } = await books.one<{ id: EndpointId }>(
    'select id from webhook_endpoint where service_env_id = $1',
    [serviceEnvId],
  )
  const failed = `select from webhook_delivery where status = 'failed' and service_env_id = $1`
  assert.ok((await books.rows(failed, [serviceEnvId])).length > 0, 'deliveries wait')
  const test = { serviceEnvId, id, type: 'test.ping' } as const
  await abandonCopies(database, await sendTestEvent(database, held, test), missed - 1)
  const since = new Date(Date.now() - 10 * dayMs)
  await startReplay(database, outbox, { serviceEnvId, endpointId: null, since })
}

/** Until that has come to its end. */
export async function untilReplayed({ database, tenant }: FaultScene): Promise<void> {
  await eventually(async () => {
    const running = `select from webhook_replay where status = 'running' and service_env_id = $1`
    return (await onPool(database.pool).rows(running, [tenant.serviceEnvId])).length === 0
  }, 120_000)
}

/** Refuses what happens now, and keeps silent about what was missed. */
export function unwell({ event }: Letter, response: ServerResponse): void {
  if (event !== 'test.ping') response.writeHead(503).end()
}
