import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Client } from '@temporalio/client'
import { type FaultScene, openScene, type Places } from '#test/faults/scene.ts'
import { eventually } from '#test/support/call.ts'
import { connectTemporal } from '#test/support/temporal-connection.ts'
import { freshPhone } from '#test/support/tenant.ts'
import {
  startTraceCollector,
  type ToldSpan,
  type TraceCollector,
} from '#test/support/trace-collector.ts'

describe('a trace', function () {
  this.timeout(240_000)
  let collector: TraceCollector | undefined
  let scene: FaultScene | undefined

  afterEach(function () {
    scene?.explain(this.currentTest)
  })
  afterEach(async () => {
    await scene?.stop()
    await collector?.close()
    ;[scene, collector] = [undefined, undefined]
  })

  it('shows one payment from its request to its webhook over all processes, and nothing of a person', async () => {
    await showsOnePayment()
  })

  it('shows the same while all that Temporal keeps is encrypted', async () => {
    const { id, places } = await showsOnePayment({
      TEMPORAL_CODEC_KEYS: `first:${randomBytes(32).toString('hex')}`,
    })
    const connection = await connectTemporal(places.temporalAddress)
    const client = new Client({ connection, namespace: places.namespace })
    const { events } = await client.workflow.getHandle(`collection/${id}`).fetchHistory()
    const input = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? []
    const encodings = input.map(({ metadata }) => String(metadata?.['encoding']))
    assert.deepEqual(encodings, ['binary/encrypted'])
    await connection.close()
  })

  /** The trace of one payment, with these settings besides. */
  async function showsOnePayment(
    changes: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly id: string; readonly places: Places }> {
    const told = (collector = await startTraceCollector())
    scene = await openScene({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=payments%20live',
      ...changes,
    })
    const [api] = await scene.serve()
    const canary = randomBytes(8).toString('hex')
    const phone = freshPhone()
    const id = await scene.pay(api, {
      phone,
      customer: { name: `Awa ${canary}`, email: `${canary}@example.com` },
      description: `Robe ${canary}`,
      reference: `order-${canary}`,
    })
    await scene.mailbox.until(id, 1)
    const trace = await eventually(() => {
      const spans = told.spans()
      const first = spans.find(({ name }) => name === 'POST /v2/collections')
      const one = spans.filter(({ traceId }) => traceId === first?.traceId)
      return Promise.resolve(one.some(({ name }) => name === 'RunWorkflow:delivery') && one)
    }, 60_000)
    // From the end to the beginning, whoever was in between.
    const ways = ['webhook send', 'operator request', 'settle transaction'].map((name) =>
      wayTo(trace, name),
    )
    const begun = [
      'POST /v2/collections › outbox start collection › StartWorkflow:collection',
      'RunWorkflow:collection › StartActivity',
    ].join(' › ')
    assert.deepEqual(ways, [
      [
        `${begun}:checkPayment › RunActivity:checkPayment › settle transaction`,
        'outbox start webhook-delivery › StartWorkflow:delivery › RunWorkflow:delivery',
        'StartActivity:sendAttempt › RunActivity:sendAttempt › webhook send',
      ].join(' › '),
      `${begun}:requestPayment › RunActivity:requestPayment › operator request`,
      `${begun}:checkPayment › RunActivity:checkPayment › settle transaction`,
    ])
    const services = new Set(trace.map(({ service }) => service))
    assert.deepEqual([...services].toSorted(), ['payment-service-api', 'payment-service-worker'])
    const secrets = [canary, phone, scene.tenant.keys.secret, scene.mailbox.host]
    for (const body of told.bodies) {
      for (const secret of secrets) assert.ok(!body.includes(secret), `a span tells ${secret}`)
    }
    assert.ok(told.headers('x-tenant').every((value) => value === 'payments live'))
    return { id, places: scene.places }
  }

  it('costs nothing while no endpoint is set: nothing of the SDK is loaded', () => {
    const said = `
      import { startTracing } from '#platform/tracing.ts'
      import { createRequire, registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
      await import('#worker/start-worker.ts')
      await import('#server/start-api.ts')
      const before = Object.keys(createRequire(import.meta.url).cache)
      const off = await startTracing({ traceEndpoint: undefined, traceHeaders: {} }, 'test')
      const sdk = /opentelemetry\\/(sdk|exporter|otlp|context-async|resources)|interceptors-opentelemetry/
      const found = [...loaded, ...Object.keys(createRequire(import.meta.url).cache)].filter((url) => sdk.test(url))
      console.log(JSON.stringify({ off: off === undefined, found, loaded: loaded.length > 100, before: before.length }))
    `
    const root = new URL('../../', import.meta.url)
    const args = ['--import=./platform/jsx.mjs', '--input-type=module-typescript', '-']
    const output = execFileSync(process.execPath, args, {
      cwd: root,
      input: said,
      encoding: 'utf8',
    })
    const { off, found, loaded } = JSON.parse(output) as Record<string, unknown>
    assert.deepEqual({ off, found, loaded }, { off: true, found: [], loaded: true })
  })
})

/** The names from the root of the trace to the first span of this name. */
function wayTo(trace: readonly ToldSpan[], name: string): string {
  const way: string[] = []
  let span = trace.find((each) => each.name === name)
  while (span !== undefined && way.length < 50) {
    way.unshift(span.name)
    const { parentSpanId } = span
    span = trace.find(({ spanId }) => spanId === parentSpanId)
  }
  return way.join(' › ')
}
