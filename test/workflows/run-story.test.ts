import assert from 'node:assert/strict'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { type Receiver, startReceiver } from '#test/activities/webhooks/receiver.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { onPool } from '#db/sql.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { call, collectionCall, eventually, waitUntilFinal } from '#test/support/call.ts'
import { ordersTo, outboxTo } from '#test/support/orders.ts'
import { payoutCall, readyToPayOut } from '#test/support/payouts.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import type { WorkflowKind } from '#workflows/contract.ts'
import { signals } from '#workflows/contract/messages.ts'
import { largestPayload, readDetails, readRun, resultOf, type Run, summariesOf } from './runs.ts'

const paidEventsMax = 16
const firstAttemptEventsMax = 12
const payloadBytesMax = 2048
const historyBytesMax = 100_000

describe('an engineer who opens a run reads a story', () => {
  let service: TestService
  let receiver: Receiver
  let tenant: Tenant
  /** A collection for each ending of a number, started together: some of them wait for seconds. */
  let underWay: ReadonlyMap<string, string>

  before(needsOpenssl)
  before(async function () {
    this.timeout(60_000)
    receiver = await startReceiver(({ url }, response) =>
      response.writeHead(url === '/good' ? 200 : 500).end(),
    )
    service = await startTestService({
      SANDBOX_OPERATOR_DELAY: '300ms',
      WEBHOOK_PRIVATE_HOSTS: `127.0.0.1:${receiver.port}`,
    })
    tenant = await createTenant(service.database)
    const endings = Object.keys(paidBy)
    const started = endings.map((ending) => collect(tenant, { phone: freshPhone(ending) }))
    const ids = (await Promise.all(started)).map(({ id }, at) => [endings[at] ?? '', id] as const)
    underWay = new Map(ids)
  })
  after(async () => {
    await service?.stop()
    await receiver?.close()
  })

  const paidBy = {
    '1234': 'its callback',
    '0009': 'a look, its callback lost',
    '0010': 'a callback before the answer',
    '0011': 'a look, no answer to the request',
  }
  for (const [ending, how] of Object.entries(paidBy)) {
    it(`a collection paid by ${how} takes at most ${paidEventsMax} events`, async () => {
      const run = await ended('collection', await paid(ending))
      assert.ok(run.events.length <= paidEventsMax, `${run.events.length} events`)
    })
  }

  it('its steps and waits have names in words, and its page a title', async () => {
    const id = await paid('0009')
    assert.deepEqual(summariesOf(await ended('collection', id)), [
      'Collect 1020 XOF by mtn-benin',
      'Ask the operator for the payment',
      'Wait for the operator',
      'Ask the operator how the payment stands',
    ])
    const page = await service.temporal.workflow.getHandle(`collection/${id}`).describe()
    assert.equal(await page.staticSummary(), 'Collect 1020 XOF by mtn-benin')
    assert.equal(await details('collection', id), 'Ended: succeeded.')
  })

  it('a pending collection says what it waits for, and until when', async () => {
    const { id } = await collect(tenant, { phone: freshPhone('0005') })
    const shown = await eventually(async () => (await details('collection', id)) || undefined)
    const clock = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`
    assert.match(
      shown,
      new RegExp(
        `^mtn-benin has the request for 1020 XOF and waits for the payer. Looks at its callback, or at ${clock}; the time is up at ${clock}.$`,
      ),
    )
    const { at } = await onPool(service.database.pool).one<{ at: Date }>(
      'select expires_at as at from transaction where id = $1',
      [id],
    )
    const expiresAt = new Date(at).toISOString().slice(0, 19)
    assert.ok(shown.endsWith(`the time is up at ${expiresAt}Z.`), shown)
  })

  it('a collection whose operator is unavailable says so, and when it asks again', async () => {
    const { id } = await collect(tenant, { phone: freshPhone('0004') })
    const shown = await eventually(async () => (await details('collection', id)) || undefined)
    assert.match(shown, /^mtn-benin is unavailable and has no request .*\. Asking again at .*Z\.$/)
  })

  it('a payout under way says what it waits for, and for how long', async () => {
    const phone = await readyToPayOut(service.database, tenant, {
      balance: 100_000,
      phone: freshPhone('0005'),
    })
    const { json } = await call(service, payoutCall(tenant.keys.secret, { phone }))
    const shown = await eventually(async () => (await details('payout', json.data.id)) || undefined)
    assert.match(
      shown,
      /^mtn-benin has the request for \d+ XOF and is to pay it out\. Looks at its callback, or at .*Z\.$/,
    )
  })

  it('what failed says why, in one word of ours', async () => {
    const { id: unpaid } = await collect(tenant, { phone: freshPhone('0001') })
    await ended('collection', unpaid)
    assert.equal(await details('collection', unpaid), 'Ended: failed (insufficient_funds).')
    const phone = await readyToPayOut(service.database, tenant, {
      balance: 100_000,
      phone: freshPhone('0002'),
    })
    const { json } = await call(service, payoutCall(tenant.keys.secret, { phone }))
    await ended('payout', json.data.id)
    assert.match(await details('payout', json.data.id), /^Ended: failed \(recipient_\w+\)\.$/)
    const { database, temporal: client } = service
    const { id: transactionId } = await collect(tenant, { phone: freshPhone('0012') })
    await waitUntilFinal(service, tenant.keys.secret, transactionId)
    const wish = { transactionId: asId<TransactionId>(transactionId), amount: 500n }
    const { id } = await refundOf(
      { database, outbox: outboxTo({ database, client }) },
      tenant,
      wish,
    )
    await ordersTo({ database, client }).approve(id)
    await ended('refund', id)
    assert.equal(await details('refund', id), 'Ended: failed (recipient_rejected).')
  })

  it('a refund says whom it waits for, and then its operator', async () => {
    const { database, temporal: client } = service
    const transactionId = asId<TransactionId>(await paid('1234'))
    const wish = { transactionId, amount: 500n }
    const { id } = await refundOf(
      { database, outbox: outboxTo({ database, client }) },
      tenant,
      wish,
    )
    const shown = await eventually(async () => (await details('refund', id)) || undefined)
    assert.match(shown, /^Waits for staff to approve or reject, or for the merchant to cancel\.$/)
    const page = await service.temporal.workflow.getHandle(`refund/${id}`).describe()
    assert.match((await page.staticSummary()) ?? '', /500 XOF/)
    await ordersTo({ database, client }).approve(id)
    await eventually(async () => /Looks at its callback|^Ended/.test(await details('refund', id)))
    await ended('refund', id)
    assert.equal(await details('refund', id), 'Ended: succeeded.')
  })

  it('it is found by service, mode, operator, reference and status, which becomes the final one', async () => {
    const reference = `commande:${Date.now()}/7.b`
    const { id } = await collect(tenant, { phone: freshPhone('0005'), reference })
    const quoted = `'${reference}'`
    const others = `ServiceEnv='${tenant.serviceEnvId}' and PaymentMode='sandbox' and Provider='mtn-benin' and Reference=${quoted}`
    assert.deepEqual(await found(`${others} and TransactionStatus='pending'`, 1), [
      `collection/${id}`,
    ])
    await decide(id)
    await waitUntilFinal(service, tenant.keys.secret, id)
    assert.deepEqual(await found(`${others} and TransactionStatus='succeeded'`, 1), [
      `collection/${id}`,
    ])
    assert.deepEqual(await found(`${others} and TransactionStatus='pending'`, 0), [])
    assert.deepEqual(await found(`Reference=${quoted} and PaymentMode='live'`, 0), [])
  })

  it('the largest request there is makes no large history: it carries ids, not what was sent', async () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`key${at}`, 'é'.repeat(500)]),
    )
    const description = 'd'.repeat(255)
    const { id } = await collect(tenant, { metadata, description })
    await waitUntilFinal(service, tenant.keys.secret, id)
    const run = await ended('collection', id)
    assert.ok(largestPayload(run) <= payloadBytesMax, `${largestPayload(run)} bytes`)
    assert.ok(run.text.length <= historyBytesMax)
  })

  it(`a delivery takes at most ${firstAttemptEventsMax} events at its first attempt`, async () => {
    const { deliveryId } = await deliver('/good')
    const run = await ended('webhook-delivery', deliveryId)
    assert.ok(run.events.length <= firstAttemptEventsMax, `${run.events.length} events`)
    assert.ok(largestPayload(run) <= payloadBytesMax)
    assert.equal(await details('webhook-delivery', deliveryId), 'Ended: delivered.')
  })

  it('a failed delivery says why, and when its next attempt is; it is found by its service', async () => {
    const { owner, deliveryId, transactionId } = await deliver('/bad')
    const shown = await eventually(
      async () => (await details('webhook-delivery', deliveryId)) || undefined,
    )
    assert.match(
      shown,
      /^Attempt 1 of 6 failed \(http_status\)\. Attempt 2 at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\.$/,
    )
    const workflowId = `webhook-delivery/${deliveryId}`
    const page = await service.temporal.workflow.getHandle(workflowId).describe()
    assert.equal(await page.staticSummary(), `payment.success of transaction ${transactionId}`)
    assert.deepEqual(summariesOf(await readRun(service.temporal, 'webhook-delivery', deliveryId)), [
      `payment.success of transaction ${transactionId}`,
      'Send attempt 1 of 6',
      'Wait for attempt 2',
    ])
    assert.deepEqual(
      await found(`ServiceEnv='${owner.serviceEnvId}' and WorkflowType='delivery'`, 1),
      [workflowId],
    )
  })

  async function paid(ending: string): Promise<string> {
    const id = underWay.get(ending) ?? ''
    const { status } = await waitUntilFinal(service, tenant.keys.secret, id)
    assert.equal(status, 'succeeded')
    return id
  }

  async function collect(
    owner: Tenant,
    changes: Readonly<Record<string, unknown>>,
  ): Promise<{ id: string }> {
    const answer = await call(service, collectionCall(owner.keys.secret, changes))
    assert.equal(answer.status, 202, answer.text)
    return answer.json.data
  }

  /** The delivery of a paid collection of a tenant of its own. */
  async function deliver(path: string) {
    const owner = await createTenant(service.database)
    const url = `https://127.0.0.1:${receiver.port}${path}`
    const events = ['payment.success']
    await createWebhookEndpoint(service.database, owner.serviceEnvId, {
      url,
      label: null,
      events,
      isEnabled: true,
    })
    const { id: transactionId } = await collect(owner, {})
    await waitUntilFinal(service, owner.keys.secret, transactionId)
    const { id: deliveryId } = await onPool(service.database.pool).one<{ id: string }>(
      'select id from webhook_delivery where service_env_id = $1',
      [owner.serviceEnvId],
    )
    return { owner, deliveryId, transactionId }
  }

  /** As the portal does for the number 0005, and the operator's callback after it. */
  async function decide(id: string): Promise<void> {
    await eventually(async () => {
      const decided = await onPool(service.database.pool).rows(
        `update sandbox_operator.request set status = 'succeeded', decided_at = now()
         where decides_at is not null
           and id = (select operator_request_id from transaction where id = $1) returning id`,
        [id],
      )
      return decided.length > 0
    })
    await service.temporal.workflow.getHandle(`collection/${id}`).signal(signals.operatorAnswered)
  }

  async function ended(kind: WorkflowKind, id: string): Promise<Run> {
    await eventually(async () =>
      resultOf(service.temporal, kind, id).then(
        () => true,
        () => false,
      ),
    )
    return readRun(service.temporal, kind, id)
  }

  /** Nothing before the run has started, or says something. */
  const details = async (kind: WorkflowKind, id: string): Promise<string> =>
    readDetails(service.temporal, kind, id).catch(() => '')

  /** Workflow ids, once there are as many: what is found follows what is done by a moment. */
  async function found(query: string, count: number): Promise<string[]> {
    let ids: string[] = []
    await eventually(async () => {
      ids = []
      for await (const { workflowId } of service.temporal.workflow.list({ query })) {
        ids.push(workflowId)
      }
      return ids.length === count
    })
    return ids
  }
})
