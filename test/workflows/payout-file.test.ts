import assert from 'node:assert/strict'
import type { PayoutFileId } from '#domain/ids.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { findPayoutFile } from '#use-cases/payouts/find-file.ts'
import {
  cancelPayoutFile,
  pausePayoutFile,
  resumePayoutFile,
} from '#use-cases/payouts/move-file.ts'
import { money } from '#domain/money/money.ts'
import { workflowId } from '#workflows/contract.ts'
import { given } from '#test/support/given.ts'
import { eventually } from '#test/support/call.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { createTenant } from '#test/support/tenant.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { authorizeAll, memberOf, numbersOf, sentFile, csv } from '#test/use-cases/payouts/files.ts'
import { statusOf } from './attention.ts'
import { keepHistory } from './corpus.ts'
import { handOver, readDetails, resultOf } from './runs.ts'

const linesTotal = 300
const dayMs = 86_400_000

describe('a file of payouts runs until no line waits', function () {
  this.timeout(120_000)
  const service = given(() => startSkippedService())
  const tenant = given(() => createTenant(service.database))
  const member = given(() => memberOf(service.database, tenant))

  before(async () => {
    await openBalance(service.database, tenant, money(10_000_000n, 'XOF'))
    await authorizeAll(service.database, tenant, numbersOf(linesTotal))
  })
  booksHoldAfterEach(() => service.database)

  it('turn after turn, each line once, and tells how far it is', async () => {
    const id = await sent('A', linesTotal)
    await handOver(service, id)
    assert.equal(await end(id), 'done')
    assert.match(await details(id), /^done: 300 of 300 lines sent, 0 refused\.$/)
    assert.equal(await statusOf(service, 'payout-file', id), 'done')
    assert.equal(await payoutsOf(id), linesTotal)
    await keepHistory(service.environment.client, 'payout-file', {
      name: 'payout-file-done',
      subjectId: id,
    })
  })

  it('while it is paused nothing goes, for months; resumed it goes on under another run', async () => {
    const id = await sent('B', 3)
    await pausePayoutFile(books(), order(id))
    await handOver(service, id)
    await eventually(async () => (await details(id)).startsWith('paused'))
    const { environment } = service
    const first = (await handle(id).describe()).runId
    await environment.sleep(110 * dayMs)
    await eventually(async () => (await handle(id).describe()).runId !== first)
    assert.equal(await payoutsOf(id), 0)
    await resumePayoutFile(books(), order(id))
    await handOver(service, id)
    assert.equal(await end(id), 'done')
    assert.equal(await payoutsOf(id), 3)
  })

  it('and once somebody stops it, it ends with what has gone', async () => {
    const id = await sent('C', 3)
    await pausePayoutFile(books(), order(id))
    await handOver(service, id)
    await eventually(async () => (await details(id)).startsWith('paused'))
    await cancelPayoutFile(books(), order(id))
    await handOver(service, id)
    assert.equal(await end(id), 'cancelled')
    assert.equal(await payoutsOf(id), 0)
    const { file } = await findPayoutFile(service.database, tenant.serviceEnvId, id)
    assert.deepEqual([file.state, file.linesSent], ['cancelled', 0])
    await keepHistory(service.environment.client, 'payout-file', {
      name: 'payout-file-cancelled',
      subjectId: id,
    })
  })

  const books = () => ({ database: service.database, outbox: service.heldOutbox })
  const order = (id: PayoutFileId) => ({ serviceEnvId: tenant.serviceEnvId, id, member })
  const handle = (id: PayoutFileId) =>
    service.environment.client.workflow.getHandle(workflowId('payout-file', id))
  const details = (id: PayoutFileId) => readDetails(service.environment.client, 'payout-file', id)
  const end = (id: PayoutFileId) => resultOf(service.environment.client, 'payout-file', id)

  function sent(prefix: string, count: number): Promise<PayoutFileId> {
    const lines = numbersOf(count).map((phone, at) => `${phone};1000;${prefix}-${at}`)
    const text = csv(...lines)
    return sentFile(books(), tenant, { text })
  }

  async function payoutsOf(id: PayoutFileId): Promise<number> {
    const { rows } = await service.database.pool.query<{ count: number }>(
      `select count(*)::int as count from payout_file_line l join transaction t on t.id = l.payout_id where l.file_id = $1`,
      [id],
    )
    return rows[0]?.count ?? 0
  }
})
