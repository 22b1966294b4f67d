import assert from 'node:assert/strict'
import { listNotices } from '#use-cases/notices/list.ts'
import { onPool } from '#db/sql.ts'
import type { TransactionId } from '#domain/ids.ts'
import { eventually } from '#test/support/call.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'
import { type SkippedService, startSkippedService } from '#test/support/time-skipping.ts'
import { makers } from '#test/use-cases/runs/open-facts.ts'
import { searchAttributes, signals, workflowId, type WorkflowKind } from '#workflows/contract.ts'
import { acceptedCollection, readCollection } from './arrange.ts'
import { keepHistory } from './corpus.ts'
import { handOver, readDetails, readRun, resultOf } from './runs.ts'
import { paid, type ScriptedOperator, scriptedOperator } from './scripted-operator.ts'

const eventsMax = 200

describe('a step that fails', () => {
  let service: SkippedService
  let tenant: Tenant

  before(async function () {
    this.timeout(60_000)
    service = await startSkippedService({ LOG_LEVEL: 'error' }, 'forgetful')
    tenant = await createTenant(service.database)
  })
  after(() => service?.stop())
  afterEach(async () => assert.deepEqual(await checkInvariants(service.database), []))

  it('is tried at growing pauses where a constraint refuses, for little history, and heals when that is mended', async () => {
    const [id, operator] = await collection()
    await books().rows(
      `alter table transaction add constraint planted check (id <> '${id}' or status = 'pending') not valid`,
    )
    await start(id)
    await environment().sleep('50m')
    const details = await detailsOf('collection', id)
    assert.match(details, /\(checkPayment\) failed: planted, attempt \d+ since .*Tried again at/)
    assert.equal(await statusOf('collection', id), 'pending')
    await environment().sleep('20m')
    assert.match(await detailsOf('collection', id), /^Asks for attention\./)
    assert.equal(await statusOf('collection', id), 'attention')
    assert.deepEqual(await noticed('collection', id), ['checkPayment', 'planted', 'waits'])
    const { events } = await readRun(client(), 'collection', id)
    assert.ok(events.length < eventsMax, `${events.length} events`)
    await books().rows('alter table transaction drop constraint planted')
    assert.equal(await resultOf(client(), 'collection', id), 'succeeded')
    assert.equal(operator.orders.length, 1)
    const { status, movements } = await readCollection(service, id)
    assert.deepEqual([status, movements.length], ['succeeded', 1])
    assert.deepEqual(await noticed('collection', id), ['checkPayment', 'planted', 'mended'])
    const name = 'collection-refused-by-a-constraint'
    await keepHistory(client(), 'collection', { name, subjectId: id })
  })

  it('that a bug fails asks the staff, once, and goes on where it was when it is told to look again', async () => {
    const [id, operator] = await collection()
    const mend = breakRead(operator)
    await start(id)
    await asks('collection', id)
    assert.equal(await statusOf('collection', id), 'attention')
    const details = await detailsOf('collection', id)
    assert.match(details, /\(checkPayment\) failed: TypeError, attempt 1/)
    assert.match(details, new RegExp(`npm run look-again -- collection/${id}`))
    await service.restartWorkers()
    await lookAgain('collection', id)
    await environment().sleep('9h')
    assert.match(await detailsOf('collection', id), /attempt [3-5] /)
    assert.deepEqual(await noticed('collection', id), ['checkPayment', 'TypeError', 'waits'])
    mend()
    await lookAgain('collection', id)
    await eventually(async () => (await noticed('collection', id))[2] === 'mended')
    assert.equal(await resultOf(client(), 'collection', id), 'succeeded')
    assert.equal(await statusOf('collection', id), 'succeeded')
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
    await asks('collection', id)
    assert.deepEqual(await noticed('collection', id), ['checkPayment', 'P0001', 'waits'])
    await books().rows('drop function planted() cascade')
    assert.equal(await resultOf(client(), 'collection', id), 'succeeded')
    assert.equal((await noticed('collection', id))[2], 'mended')
  })

  it('is not asked about more often because a thousand signals come, of which some are nonsense', async () => {
    const [id, operator] = await collection()
    const mend = breakRead(operator)
    await start(id)
    await asks('collection', id)
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
    await lookAgain('collection', id)
    assert.equal(await resultOf(client(), 'collection', id), 'succeeded')
    await assert.rejects(lookAgain('collection', id), { name: 'WorkflowNotFoundError' })
    assert.equal(operator.orders.length, 1)
  })

  it('a run that waits for something else passes it over', async () => {
    const operator = scriptedOperator({ answers: [{ state: 'taken' }], states: [pending] })
    const id = await acceptedCollection(service, tenant)
    service.operators.set(id, operator)
    await start(id)
    await eventually(async () => operator.orders.length === 1)
    await lookAgain('collection', id)
    assert.equal(operator.reads(), 0)
    operator.say(paid)
    assert.equal(await resultOf(client(), 'collection', id), 'succeeded')
  })

  const broken: Readonly<Record<WorkflowKind, readonly [table: string, column: string]>> = {
    collection: ['transaction', 'operator_state'],
    payout: ['transaction', 'operator_state'],
    'bank-transfer': ['bank_transfer', 'state'],
    'late-answer': ['transaction', 'reference'],
    'late-refund-answer': ['refund', 'provider'],
    refund: ['refund', 'approved_by'],
    funds: ['transaction', 'funds_status'],
    checkout: ['checkout', 'status'],
    'webhook-delivery': ['webhook_delivery', 'status'],
    'webhook-replay': ['webhook_replay', 'status'],
    reconciliation: ['reconciliation', 'state'],
    'ledger-proof': ['ledger_proof', 'state'],
  }
  for (const [of, [table, column]] of Object.entries(broken)) {
    const kind = of as WorkflowKind
    it(`a run (${kind}) asks where a column is missing, and goes on when it is there`, async () => {
      const { database, heldOutbox: outbox } = service
      const id = await makers[kind]({
        url: '',
        database,
        outbox,
        rows: (text, ...values) => books().rows(text, values),
        close: async () => {},
      })
      await books().rows(`alter table ${table} rename column ${column} to gone`)
      try {
        await handOver(service, id)
        await asks(kind, id)
      } finally {
        await books().rows(`alter table ${table} rename column gone to ${column}`)
      }
      assert.equal(await statusOf(kind, id), 'attention')
      await lookAgain(kind, id)
      await eventually(async () => (await noticed(kind, id))[2] === 'mended')
      await eventually(async () => (await statusOf(kind, id)) !== 'attention')
    })
  }

  /** A collection of a payer who has paid, its run not started. */
  async function collection(): Promise<[TransactionId, ScriptedOperator]> {
    const operator = scriptedOperator({ answers: [{ state: 'taken' }], states: [paid] })
    const id = await acceptedCollection(service, tenant)
    service.operators.set(id, operator)
    return [id, operator]
  }

  /** As a bug of ours would have it; the answer mends it. */
  function breakRead(operator: ScriptedOperator): () => void {
    const { read } = operator
    const asked = operator as { read: ScriptedOperator['read'] }
    let isBroken = true
    asked.read = async (order) => {
      const answer = await read(order)
      if (isBroken) throw new TypeError('Cannot read properties of undefined')
      return answer
    }
    return () => {
      isBroken = false
    }
  }

  /** Its operator may be read by a callback of the first minute: time passes until the run asks. */
  async function asks(kind: WorkflowKind, id: string): Promise<void> {
    await environment().sleep('1m')
    await eventually(async () => (await noticed(kind, id))[2] === 'waits')
  }

  /** What the staff was told of this run, which is one notice. */
  async function noticed(kind: WorkflowKind, id: string): Promise<(string | undefined)[]> {
    const all = await listNotices(service.database, { state: 'all', limit: 100 })
    const own = all.flatMap((notice) =>
      'about' in notice && 'workflowId' in notice.about ? [notice.about] : [],
    )
    const about = own.filter((told) => told.workflowId === workflowId(kind, id))
    assert.ok(about.length <= 1, 'told once')
    return [about[0]?.trouble?.step, about[0]?.trouble?.code, about[0]?.done]
  }

  async function statusOf(kind: WorkflowKind, id: string): Promise<unknown> {
    const found = await client().workflow.getHandle(workflowId(kind, id)).describe()
    return found.typedSearchAttributes.get(searchAttributes.transactionStatus)
  }

  const environment = () => service.environment
  const client = () => service.environment.client
  const books = () => onPool(service.database.pool)
  const start = (id: TransactionId) => handOver(service, id)
  const detailsOf = (kind: WorkflowKind, id: string) => readDetails(client(), kind, id)
  const lookAgain = (kind: WorkflowKind, id: string) =>
    client().workflow.getHandle(workflowId(kind, id)).signal(signals.lookAgain)
})

const pending = { state: 'pending' } as const
