import assert from 'node:assert/strict'
import { startMtnEmulator } from '#dev/emulators/mtn.ts'
import { onPool } from '#db/sql.ts'
import type { TransactionId } from '#domain/ids.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { openMailbox } from '#test/faults/mailbox.ts'
import { given } from '#test/support/given.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { expired } from '#test/support/ends.ts'
import { mtnSettings } from '#test/support/operator-settings.ts'
import { outboxOf } from '#test/support/paid.ts'
import { startTestService } from '#test/support/service.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'
import { judge } from './checks/all.ts'
import { openCounter } from './counter.ts'
import type { Evidence } from './evidence.ts'
import { openJournal } from './journal.ts'
import { type PlantName, plantNames, plants } from './plants.ts'

/** What each fault of the service breaks, among others. */
const broken: Readonly<Record<PlantName, string>> = {
  'send-twice': 'money moved twice',
  'forget-the-outbox': 'I5 what is open in the books has its run',
  'believe-a-404': 'money moved at the operator, and nobody here knows',
  'drop-a-posting': 'I1 the ledger sums to zero for each service, mode and currency',
  'lose-a-delivery': 'I6 every event has one delivery to each endpoint that wants it',
}

const paidMax = 60

describe('the judge of chaos', function () {
  this.timeout(120_000)
  before(needsOpenssl)
  const mtn = given(() => startMtnEmulator({ delayMs: 50, float: 0 }))
  const mailbox = given(() => openMailbox())
  const service = given(() =>
    startTestService({ ...mtnSettings(mtn.account), WEBHOOK_PRIVATE_HOSTS: mailbox.host }),
  )
  const live = given(() => createTenant(service.database, { mode: 'live' }))
  const sandbox = given(() => createTenant(service.database))
  let evidence: Evidence

  before(async () => {
    const { database, baseUrl } = service
    await createEndpoint()
    const journal = openJournal()
    evidence = {
      database,
      journal,
      rows: (text, ...values) => onPool(database.pool).rows(text, values),
      temporal: { call: (work) => work(service.temporal) },
      counter: await openCounter({ addresses: [baseUrl], database, journal }),
      memories: { 'mtn-benin': mtn.memory },
      mailboxes: [mailbox],
      secretKeys: [live.keys.secret, sandbox.keys.secret],
      open: [],
      ends: new Map(),
    }
    await pay(live)
    await pay(sandbox)
    await settled()
  })
  afterEach(async () => {
    await evidence.rows('drop function if exists planted() cascade')
  })

  it('finds nothing where nothing is wrong', async () => {
    assert.deepEqual(await judge(evidence), [])
  })

  for (const name of plantNames) {
    it(`finds a service that would ${name.replaceAll('-', ' ')}`, async () => {
      const before = await told()
      await plants[name].sow(evidence)
      await spoil[name]?.()
      await plants[name].ripen?.(evidence)
      const found = [...(await told())].filter((line) => !before.has(line))
      assert.ok(
        found.some((line) => line.startsWith(broken[name])),
        `found: ${found.join('; ')}`,
      )
    })
  }

  /** What goes on in the service meanwhile, for the fault to have its turn. */
  const spoil: Partial<Record<PlantName, () => Promise<void>>> = {
    async 'forget-the-outbox'() {
      await payUntil((id) => /[0-3]$/.test(id))
    },
    async 'lose-a-delivery'() {
      for (let paid = 0; paid < paidMax; paid += 1) {
        await pay(sandbox)
        await settled()
        const [lost] = await evidence.rows<{ id: string }>(
          `select id from event where right(id::text, 1) in ('0', '1', '2', '3')
             and not exists (select from webhook_delivery d where d.event_id = event.id)
             and service_env_id = $1`,
          sandbox.serviceEnvId,
        )
        if (lost !== undefined) return
      }
    },
    async 'believe-a-404'() {
      const id = await pay(live, '0003')
      await eventually(async () => (await isTaken(id)) || undefined)
      const transactionId = id as TransactionId
      const { database } = service
      await settleTransaction(database, outboxOf(database), { transactionId, outcome: expired })
    },
  }

  async function told(): Promise<Set<string>> {
    const violations = await judge(evidence)
    return new Set(violations.map(({ rule, subject }) => `${rule}: ${subject}`))
  }

  async function pay({ keys, mode }: Tenant, ending = '1234'): Promise<string> {
    const request = collectionCall(keys.secret, { phone: freshPhone(ending) })
    const answer = await call(service, request)
    assert.equal(answer.status, 202, answer.text)
    const id = String(answer.json.data.id)
    const kind = mode === 'live' ? 'MTN collection' : 'sandbox collection'
    evidence.journal.promise({ kind, id })
    return id
  }

  async function payUntil(isIt: (id: string) => boolean): Promise<void> {
    for (let paid = 0; paid < paidMax; paid += 1) if (isIt(await pay(sandbox))) return
  }

  async function isTaken(id: string): Promise<boolean> {
    const rows = await evidence.rows(
      `select id from transaction where id = $1 and operator_state = 'taken'`,
      id,
    )
    return rows.length > 0
  }

  /** Every payment that has a run is over, and so are its deliveries and their runs. */
  async function settled(): Promise<void> {
    await eventually(async () => {
      const open = await evidence.rows(
        `select id from transaction where status = 'pending' union all
         select id from webhook_delivery where status <> 'delivered'`,
      )
      const running = service.temporal.workflow.count(
        `ExecutionStatus = 'Running' and WorkflowType in ('collection', 'delivery')`,
      )
      return open.length === 0 && (await running).count === 0
    })
  }

  async function createEndpoint(): Promise<void> {
    const body = { url: `https://${mailbox.host}/hook`, events: ['*'] }
    const key = sandbox.keys.secret
    const path = '/v2/webhook_endpoints'
    const answer = await call(service, { method: 'POST', path, key, body })
    assert.equal(answer.status, 201, answer.text)
    mailbox.trust(answer.json.data.secret)
  }
})
