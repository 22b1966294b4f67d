import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import type { StaffMemberId, TransactionId } from '#domain/ids.ts'
import {
  approveTransfer,
  cancelTransfer,
  markTransferred,
  rejectTransfer,
  takeTransfer,
} from '#use-cases/transfers/orders.ts'
import { bankTexts } from '#test/use-cases/payouts/payouts.ts'
import { eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { acceptedTransfer, accountsOf, authorizeBank, giveBalance } from '#test/support/payouts.ts'
import { newStaff } from '#test/support/people.ts'
import { createTenant } from '#test/support/tenant.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { workflowId } from '#workflows/contract.ts'
import { keepHistory } from './corpus.ts'
import {
  clearText,
  handOver,
  readDetails,
  readHandle,
  readRun,
  resultOf,
  timersOf,
} from './runs.ts'
import { actingOn } from '#test/support/orders.ts'

const dayMs = 86_400_000
/** As workflows/bank-transfer.ts has it. */
const remindersPerRunMax = 30
const eventsPerDayMax = 12
const secretReason = 'Le compte de Rosine est fermé'

describe('the run of a bank transfer', () => {
  const service = given(() => startSkippedService({}, 'forgetful'))
  const tenant = given(() => createTenant(service.database, { mode: 'live' }))
  before(async () => {
    await giveBalance(service.database, tenant, 100_000_000)
    await authorizeBank(service.database, tenant)
  })
  booksHoldAfterEach(() => service.database)

  const acting = () => actingOn({ database: service.database, client: service.environment.client })
  const start = async (changes: object = {}): Promise<TransactionId> => {
    const id = await acceptedTransfer(service, tenant, { ...changes })
    await handOver(service, id)
    return id
  }
  const end = (id: TransactionId) => resultOf(service.environment.client, 'bank-transfer', id)
  const keep = (name: string, subjectId: TransactionId) =>
    keepHistory(service.environment.client, 'bank-transfer', { name, subjectId })
  const details = (id: TransactionId) =>
    readDetails(service.environment.client, 'bank-transfer', id)
  const notices = async (id: TransactionId): Promise<number[]> => {
    const rows = await onPool(service.database.pool).rows<{ number: number }>(
      `select number from staff_notice where transaction_id = $1 and kind = 'transfer_waiting' order by id`,
      [id],
    )
    return rows.map(({ number }) => number)
  }

  it('taken and transferred: it says at each step what it waits for, and ends', async () => {
    const id = await start()
    const order = { transactionId: id, staffId: await newStaff(service.database) }
    const waiting = 'Waits for a member of staff to take it; the merchant may cancel it.'
    await eventually(async () => (await details(id)) === waiting)
    await takeTransfer(acting(), order)
    assert.equal(await details(id), 'A member of staff makes it at the bank.')
    await markTransferred(acting(), { ...order, ...bankTexts })
    assert.equal(await end(id), 'succeeded')
    assert.equal(await details(id), 'Ended: succeeded.')
    await keep('bank-transfer-transferred', id)
  })

  it('ends with the books when it is started again after its end', async () => {
    const id = await start()
    await cancelTransfer(acting(), id)
    assert.equal(await end(id), 'cancelled')
    await keep('bank-transfer-cancelled', id)
    const again = await service.environment.client.workflow.execute('bankTransfer', {
      taskQueue: 'payments',
      args: [{ transactionId: id }],
      workflowId: `${workflowId('bank-transfer', id)}/again`,
    })
    assert.equal(again, 'cancelled')
  })

  it('holds no text that people wrote: a reason, a reference and who is paid stay in the books', async () => {
    const id = await start()
    const order = { transactionId: id, staffId: await newStaff(service.database) }
    await takeTransfer(acting(), order)
    await rejectTransfer(acting(), { ...order, reason: secretReason })
    assert.equal(await end(id), 'failed')
    const text = clearText(await readRun(service.environment.client, 'bank-transfer', id))
    for (const word of [secretReason, 'Maison Essai', 'BJ', '••••']) {
      assert.ok(!text.includes(word), word)
    }
    assert.ok(text.includes(order.staffId), 'the search reads what is encoded')
    await keep('bank-transfer-rejected', id)
  })

  it('a large one that is approved: the run says who is still missing', async () => {
    const id = await start({ amount: 5_000_000 })
    await takeTransfer(acting(), { transactionId: id, staffId: await newStaff(service.database) })
    assert.match(await details(id), /A second one must approve it\.$/)
    await approveTransfer(acting(), {
      transactionId: id,
      staffId: await newStaff(service.database),
    })
    assert.match(await details(id), /A second one has approved it\.$/)
    const refused = takeTransfer(acting(), {
      transactionId: id,
      staffId: await newStaff(service.database),
    })
    await assert.rejects(refused, { code: 'action_not_allowed' })
    await markTransferred(acting(), {
      transactionId: id,
      staffId: await newStaff(service.database),
      ...bankTexts,
    })
    assert.equal(await end(id), 'succeeded')
    await keep('bank-transfer-approved', id)
  })

  it('waits 30 days and more, through restarts of the workers: staff is told each day, and no history grows without end', async () => {
    const id = await start({ amount: 20_000 })
    const { client } = service.environment
    const days = async (count: number, told: number): Promise<void> => {
      await service.environment.sleep(count * dayMs)
      await eventually(async () => (await notices(id)).length >= told)
      assert.deepEqual(await notices(id), numbersTo(told))
    }
    await days(10.5, 10)
    await service.restartWorkers()
    await days(1, 11)
    const staffId: StaffMemberId = await newStaff(service.database)
    await takeTransfer(acting(), { transactionId: id, staffId })
    const handle = () => client.workflow.getHandle(workflowId('bank-transfer', id))
    const { runId: firstRun } = await handle().describe()
    await service.restartWorkers()
    await days(29, 40)
    assert.notEqual((await handle().describe()).runId, firstRun, 'a month a run')
    const first = await readHandle(client.workflow.getHandle(handle().workflowId, firstRun))
    assert.equal(timersOf(first).length, remindersPerRunMax)
    assert.ok(first.events.length < remindersPerRunMax * eventsPerDayMax)
    await markTransferred(acting(), { transactionId: id, staffId, ...bankTexts })
    assert.equal(await end(id), 'succeeded')
    await keep('bank-transfer-second-month', id)
    const { reserved = 0 } = await accountsOf(service.database, tenant)
    assert.equal(reserved, 0)
  })

  const numbersTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)
})
