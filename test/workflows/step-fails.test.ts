import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import type { TransactionId } from '#domain/ids.ts'
import { given } from '#test/support/given.ts'
import { eventually } from '#test/support/call.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { tell } from '#test/faults/rounds.ts'
import { createTenant } from '#test/support/tenant.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { workflowId } from '#workflows/contract.ts'
import { signals } from '#workflows/contract/messages.ts'
import { acceptedCollection, readCollection } from './arrange.ts'
import { asks, lookAgain, noticed, statusOf } from './attention.ts'
import { keepHistory } from './corpus.ts'
import { handOver, readDetails, readRun, resultOf } from './runs.ts'
import { paid, type ScriptedOperator, scriptedOperator } from './scripted-operator.ts'

const eventsMax = 200

describe('a step that fails', () => {
  const service = given(() => startSkippedService({ LOG_LEVEL: 'fatal' }, 'forgetful'))
  const tenant = given(() => createTenant(service.database))
  booksHoldAfterEach(() => service.database)

  it('is tried at growing pauses where a constraint refuses, for little history, and heals when that is mended', async () => {
    const [id, operator] = await collection()
    await books().rows(
      `alter table transaction add constraint planted check (id <> '${id}' or status = 'pending') not valid`,
    )
    await start(id)
    await environment().sleep('50m')
    const details = await detailsOf(id)
    assert.match(details, /\(checkPayment\) failed: planted, attempt \d+ since .*Tried again at/)
    assert.equal(await statusOf(service, 'collection', id), 'pending')
    await environment().sleep('20m')
    assert.match(await detailsOf(id), /^Asks for attention\./)
    assert.equal(await statusOf(service, 'collection', id), 'attention')
    assert.deepEqual(await noticed(service, 'collection', id), ['checkPayment', 'planted', 'waits'])
    const { events } = await readRun(client(), 'collection', id)
    assert.ok(events.length < eventsMax, `${events.length} events`)
    tell('a row that refuses its update for 70 minutes', { events: events.length })
    await books().rows('alter table transaction drop constraint planted')
    assert.equal(await resultOf(client(), 'collection', id), 'succeeded')
    assert.equal(operator.orders.length, 1)
    const { status, movements } = await readCollection(service, id)
    assert.deepEqual([status, movements.length], ['succeeded', 1])
    assert.deepEqual(await noticed(service, 'collection', id), [
      'checkPayment',
      'planted',
      'mended',
    ])
  })

  it('that a bug fails asks the staff, once, and goes on where it was when it is told to look again', async () => {
    const [id, operator] = await collection()
    const mend = breakRead(id, operator)
    await start(id)
    await asks(service, 'collection', id)
    assert.equal(await statusOf(service, 'collection', id), 'attention')
    const details = await detailsOf(id)
    assert.match(details, /\(checkPayment\) failed: TypeError, attempt 1/)
    assert.match(details, new RegExp(`npm run look-again -- collection/${id}`))
    await service.restartWorkers()
    await lookAgain(service, 'collection', id)
    await environment().sleep('9h')
    assert.match(await detailsOf(id), /attempt [3-5] /)
    assert.deepEqual(await noticed(service, 'collection', id), [
      'checkPayment',
      'TypeError',
      'waits',
    ])
    mend()
    await lookAgain(service, 'collection', id)
    await eventually(async () => (await noticed(service, 'collection', id))[2] === 'mended')
    assert.equal(await resultOf(client(), 'collection', id), 'succeeded')
    assert.equal(await statusOf(service, 'collection', id), 'succeeded')
    assert.equal(operator.orders.length, 1)
    await keepHistory(client(), 'collection', { name: 'collection-looks-again', subjectId: id })
  })

  it('that a trigger refuses asks at once, and heals by itself within hours of the repair', async () => {
    const [id] = await collection()
    await books().rows(`
      create function planted() returns trigger language plpgsql as
        $$ begin raise exception 'broken for %', new.id; end $$`)
    await books().rows(
      `create trigger planted before update of status on transaction for each row when (new.id = '${id}')
         execute function planted()`,
    )
    await start(id)
    await asks(service, 'collection', id)
    assert.deepEqual(await noticed(service, 'collection', id), ['checkPayment', 'P0001', 'waits'])
    await books().rows('drop function planted() cascade')
    assert.equal(await resultOf(client(), 'collection', id), 'succeeded')
    assert.equal((await noticed(service, 'collection', id))[2], 'mended')
  })

  it('is not asked about more often because a thousand signals come, of which some are nonsense', async () => {
    const [id, operator] = await collection()
    const mend = breakRead(id, operator)
    await start(id)
    await asks(service, 'collection', id)
    const run = client().workflow.getHandle(workflowId('collection', id))
    const readsBefore = operator.reads()
    for (let hundreds = 0; hundreds < 10; hundreds += 1) {
      const some = Array.from({ length: 100 }, (_, at) =>
        run.signal(signals.lookAgain, ...([{ at, all: ['nonsense', null] }] as unknown as [])),
      )
      await Promise.all(some)
    }
    assert.ok(operator.reads() - readsBefore < 20, `${operator.reads() - readsBefore} tries`)
    mend()
    await lookAgain(service, 'collection', id)
    assert.equal(await resultOf(client(), 'collection', id), 'succeeded')
    await assert.rejects(lookAgain(service, 'collection', id), { name: 'WorkflowNotFoundError' })
    assert.equal(operator.orders.length, 1)
  })

  it('a run that waits for something else passes it over', async () => {
    const operator = scriptedOperator({ answers: [{ state: 'taken' }], states: [pending] })
    const id = await acceptedCollection(service, tenant)
    service.operators.set(id, operator)
    await start(id)
    await eventually(async () => operator.orders.length === 1)
    await lookAgain(service, 'collection', id)
    assert.equal(operator.reads(), 0)
    operator.say(paid)
    assert.equal(await resultOf(client(), 'collection', id), 'succeeded')
  })

  /** A collection of a payer who has paid, its run not started. */
  async function collection(): Promise<[TransactionId, ScriptedOperator]> {
    const operator = scriptedOperator({ answers: [{ state: 'taken' }], states: [paid] })
    const id = await acceptedCollection(service, tenant)
    service.operators.set(id, operator)
    return [id, operator]
  }

  /** As a bug of ours would have it; the answer mends it. */
  function breakRead(id: TransactionId, operator: ScriptedOperator): () => void {
    let isBroken = true
    service.operators.set(id, {
      isIdempotent: true,
      request: (order) => operator.request(order),
      async read(order) {
        const answer = await operator.read(order)
        if (isBroken) throw new TypeError('Cannot read properties of undefined')
        return answer
      },
    })
    return () => {
      isBroken = false
    }
  }

  const environment = () => service.environment
  const client = () => service.environment.client
  const books = () => onPool(service.database.pool)
  const start = (id: TransactionId) => handOver(service, id)
  const detailsOf = (id: TransactionId) => readDetails(client(), 'collection', id)
})

const pending = { state: 'pending' } as const
