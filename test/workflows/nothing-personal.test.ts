import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { ApplicationFailure } from '@temporalio/common'
import { createActivities } from '#activities/create-activities.ts'
import {
  type ActId,
  asId,
  type CheckoutId,
  type DeliveryId,
  type LedgerProofId,
  type MailId,
  type PayoutFileId,
  type ReconciliationId,
  type RefundId,
  type ReplayId,
  type StandingOrderId,
  type TransactionId,
  type TransferActId,
} from '#domain/ids.ts'
import { onPool } from '#db/sql.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { type Receiver, startReceiver } from '#test/activities/webhooks/receiver.ts'
import { workerSteps } from '#test/support/worker-steps.ts'
import { call, type Call, collectionCall, eventually, waitUntilFinal } from '#test/support/call.ts'
import { createdCheckout, scanCall, untilCheckout } from '#test/support/checkouts.ts'
import { ordersTo, outboxTo } from '#test/support/orders.ts'
import { openDatabase, startTestService, type TestService } from '#test/support/service.ts'
import { sharedStack } from '#test/support/stack.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'
import { createMailServer } from '#platform/mail-server.ts'
import { createMessageGateway } from '#platform/message-gateway.ts'
import { signals } from '#workflows/contract/messages.ts'
import { clearText } from './runs.ts'
import { scriptedOperator } from './scripted-operator.ts'

const unset = {
  smtpUrl: undefined,
  smtpFrom: '',
  smsUrl: undefined,
  smsToken: undefined,
  whatsappUrl: undefined,
  whatsappToken: undefined,
  isProduction: false,
}
const name = `Awa ${randomBytes(6).toString('hex')}`
const email = `${randomBytes(6).toString('hex')}@example.com`
const description = `Robe de ${name}`

describe('Temporal keeps nothing personal and nothing secret', () => {
  let service: TestService
  let receiver: Receiver
  let tenant: Tenant
  const canaries = new Set([name, email, description])
  const logged: string[] = []

  before(needsOpenssl)
  before(async function () {
    this.timeout(60_000)
    // A receiver that says back what it got: the answers of receivers are not to be trusted either.
    receiver = await startReceiver(({ body, headers }, response) =>
      response.writeHead(500).end(`${body.toString()} ${JSON.stringify(headers)}`),
    )
    const changes = {
      WEBHOOK_PRIVATE_HOSTS: `127.0.0.1:${receiver.port}`,
      WEBHOOK_RETRY_SCHEDULE: '100ms,100ms,100ms,100ms,100ms',
    }
    service = await startTestService(changes, { write: (line) => void logged.push(line) })
    tenant = await createTenant(service.database)
    for (const key of Object.values(tenant.keys)) canaries.add(key)
  })
  after(async () => {
    await service?.stop()
    await receiver?.close()
  })

  it('no history, search attribute, memo or current detail of any run holds what was sent to us', async () => {
    const webhook = await call(service, {
      method: 'POST',
      path: '/v2/webhook_endpoints',
      key: tenant.keys.secret,
      body: { url: `https://127.0.0.1:${receiver.port}/hook`, events: ['*'] },
    })
    assert.equal(webhook.status, 201, webhook.text)
    canaries.add(webhook.json.data.secret)
    const endings = ['1234', '0001', '0006', '0008', '0011']
    const ids = await Promise.all(endings.map(collect))
    await scan()
    await failOnce(ids[0] ?? '')
    await refundAndRelease(ids)
    await eventually(async () => (await undelivered()) === 0)
    const texts = await everythingInTemporal()
    for (const [kind, least] of Object.entries({
      collection: endings.length,
      'webhook-delivery': endings.length,
      refund: 2,
      funds: 1,
      checkout: 1,
    })) {
      const ofKind = texts.filter(({ workflowId }) => workflowId.startsWith(`${kind}/`))
      assert.ok(ofKind.length >= least, `${ofKind.length} of ${kind}`)
    }
    assert.ok(canaries.size > 12)
    for (const { workflowId, text } of texts) {
      for (const canary of canaries) {
        assert.ok(!text.includes(canary), `${canary} in ${workflowId}`)
      }
    }
  })

  it('a canary in a payload would be found: the search reads what is encoded', async () => {
    const transactionId = name
    const workflowId = `collection/${randomUUID()}`
    await service.temporal.workflow.start('collection', {
      workflowId,
      taskQueue: 'nobody',
      args: [{ transactionId }],
    })
    const found = await textOf(workflowId)
    assert.ok(found.includes(name))
    await service.temporal.workflow.getHandle(workflowId).terminate()
  })

  it('whatever a step throws, the run gets a code: no message, no stack, no cause', async () => {
    const stack = await sharedStack()
    const database = await openDatabase(await stack.createEmptyDatabase())
    const outbox = { kick() {}, relay: async () => 0, drain: async () => {} }
    const nobody = () => scriptedOperator({ answers: [], states: [] })
    const activities = createActivities({
      ...workerSteps({ database, outbox }, nobody),
      mail: {
        server: createMailServer(unset),
        gateway: createMessageGateway(unset),
        publicUrl: '',
      },
    })
    const transactionId = asId<TransactionId>(randomUUID())
    const refundId = asId<RefundId>(randomUUID())
    const actId = asId<ActId>(randomUUID())
    const attempt = { deliveryId: asId<DeliveryId>(randomUUID()), attempt: 1 }
    const checkoutId = asId<CheckoutId>(randomUUID())
    const end = { isOverdue: true, isTimeUp: true }
    const steps: readonly (() => Promise<unknown>)[] = [
      () => activities.requestPayment({ transactionId }),
      () => activities.checkPayment({ transactionId }),
      () => activities.expirePayment({ transactionId }),
      () => activities.checkLateAnswer({ transactionId }),
      () => activities.giveUpPayout({ transactionId }),
      () => activities.openTransfer({ transactionId }),
      () => activities.moveTransfer({ transactionId, actId: asId<TransferActId>(randomUUID()) }),
      () => activities.tellStaff({ transactionId, kind: 'payout_undecided', number: 1 }),
      () => activities.openRefund({ refundId }),
      () => activities.decideRefund({ actId }),
      () => activities.payRefund({ refundId }),
      () => activities.checkRefund({ refundId }),
      () => activities.giveUpRefund({ refundId }),
      () => activities.flagRefund({ refundId, number: 1 }),
      () => activities.checkLateAnswer({ refundId }),
      () => activities.closeUnknown({ actId }),
      () => activities.readFunds({ transactionId }),
      () => activities.makeFundsAvailable({ transactionId }),
      () => activities.decideFunds({ actId }),
      () => activities.attemptDelivery(attempt),
      () => activities.sendAttempt(attempt),
      () => activities.replayDeliveries({ replayId: asId<ReplayId>(randomUUID()) }),
      () => activities.readCheckout({ checkoutId }),
      () => activities.beginCheckoutPayment({ checkoutId, transactionId }),
      () => activities.endCheckoutPayment({ checkoutId, transactionId, ...end }),
      () => activities.closeCheckout({ checkoutId, end: 'expired' }),
      () => activities.matchStatement({ reconciliationId: asId<ReconciliationId>(randomUUID()) }),
      () => activities.proveLedger({ proofId: asId<LedgerProofId>(randomUUID()) }),
      () => activities.reconcileRuns(),
      () => activities.noteTrouble({ step: 'checkPayment', code: name }),
      () => activities.noteMended(),
      () => activities.keepHouse(),
      () => activities.payLines({ payoutFileId: asId<PayoutFileId>(randomUUID()) }),
      () => activities.payStandingOrder({ standingOrderId: asId<StandingOrderId>(randomUUID()) }),
      () => activities.sendMail({ mailId: asId<MailId>(randomUUID()) }),
    ]
    // One of them is asked about refunds too.
    assert.equal(steps.length, Object.keys(activities).length + 1)
    for (const step of steps) {
      await assert.rejects(step, (error: unknown) => {
        assert.ok(error instanceof ApplicationFailure)
        assert.match(error.message, /^[A-Za-z0-9_]{1,63}$/)
        assert.deepEqual(
          [error.type, error.stack, error.cause],
          [error.message, undefined, undefined],
        )
        const [details, ...more] = error.details ?? []
        assert.match(JSON.stringify(details), /^{"class":"(soon|later|ask)"}$/)
        assert.deepEqual(more, [])
        return true
      })
    }
    await database.close()
  })

  async function collect(ending: string): Promise<string> {
    const phone = freshPhone(ending)
    const customer = { name, email }
    return paid(collectionCall(tenant.keys.secret, { phone, customer, description }), phone)
  }

  /** A payment through the code of a cash desk. */
  async function scan(): Promise<void> {
    const key = tenant.keys.terminal
    const id = await createdCheckout(service, key, { description })
    const phone = freshPhone()
    await paid(scanCall(id, { phone, customer: { name, email } }), phone)
    await untilCheckout(service, { key, id }, 'succeeded')
  }

  async function paid(request: Call, phone: string): Promise<string> {
    const accepted = await call(service, request)
    assert.equal(accepted.status, 202, accepted.text)
    for (const canary of [phone, phone.slice(3), accepted.json.data.receipt_token]) {
      assert.ok(canary.length > 8)
      canaries.add(canary)
    }
    await waitUntilFinal(service, tenant.keys.secret, accepted.json.data.id)
    return accepted.json.data.id
  }

  /** A refund that is rejected, one that is paid, and funds that are released, each with words of people. */
  async function refundAndRelease(ids: readonly string[]): Promise<void> {
    const { database, temporal: client } = service
    const orders = ordersTo({ database, client })
    const [paid, , held] = ids.map((id) => asId<TransactionId>(id))
    assert.ok(paid !== undefined && held !== undefined)
    const outbox = outboxTo({ database, client })
    const wish = { transactionId: paid, amount: 100n, reason: `Rendu par ${name}` }
    canaries.add(wish.reason)
    const [first, second] = [
      await refundOf({ database, outbox }, tenant, wish),
      await refundOf({ database, outbox }, tenant, wish),
    ]
    const words = `Refus de ${email}`
    canaries.add(words)
    await orders.reject(first.id, words)
    await orders.approve(second.id)
    await orders.about('release', held)
    const end = client.workflow.getHandle(`refund/${second.id}`).result()
    assert.equal(await end, 'succeeded')
  }

  /** Runs a step while its table is away: what it throws quotes a statement with its values. */
  async function failOnce(transactionId: string): Promise<void> {
    const sql = onPool(service.database.pool)
    await sql.rows('alter table transaction rename to transaction_away')
    const run = await service.temporal.workflow.start('collection', {
      workflowId: `collection/${randomUUID()}`,
      taskQueue: 'payments',
      args: [{ transactionId }],
    })
    await eventually(async () => logged.some((line) => line.includes('a run asks for attention')))
    await sql.rows('alter table transaction_away rename to transaction')
    await run.signal(signals.lookAgain)
    await run.result()
    assert.match(await textOf(run.workflowId), /42P01/, 'it failed, and was tried again')
  }

  async function undelivered(): Promise<number> {
    const { count } = await onPool(service.database.pool).one<{ count: number }>(
      `select count(*)::int as count from webhook_delivery where status <> 'abandoned'`,
    )
    return count
  }

  async function everythingInTemporal(): Promise<{ workflowId: string; text: string }[]> {
    const texts: { workflowId: string; text: string }[] = []
    for await (const { workflowId } of service.temporal.workflow.list()) {
      texts.push({ workflowId, text: await textOf(workflowId) })
    }
    return texts
  }

  /** History, page, search attributes and current details of a run, payloads in clear. */
  async function textOf(workflowId: string): Promise<string> {
    const handle = service.temporal.workflow.getHandle(workflowId)
    const history = await handle.fetchHistory()
    const page = await handle.describe()
    const details = page.status.name === 'COMPLETED' ? await handle.query(metadataQuery) : ''
    const parts = [history, page.raw, page.searchAttributes, page.memo, details]
    return clearText({ text: JSON.stringify(parts) })
  }

  const metadataQuery = '__temporal_workflow_metadata'
})
