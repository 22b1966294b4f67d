import { amountVectors, type HttpCase, httpVectors, webhookVectors } from '#test/sdk/vectors.ts'
import {
  ApiError,
  checkedAmount,
  decimalsOf,
  DuplicateReferenceError,
  fromMinor,
  PaymentService,
  PaymentServiceError,
  RateLimitError,
  ValidationError,
  verifyWebhook,
  WebhookError,
} from '#sdk/typescript/src/index.ts'

// Plays the vectors with the TypeScript library, as its siblings in Python and PHP do, and prints what came of each.

const [baseUrl = ''] = process.argv.slice(2)
const { calls, cases, ...settings } = httpVectors

process.stdout.write(
  JSON.stringify({
    webhooks: await Promise.all(webhookVectors.cases.map(webhook)),
    http: await playHttp(),
    amounts: {
      decimals: Object.keys(amountVectors.decimals).map(decimalsOf),
      exact: amountVectors.exact.map(({ minor, currency }) =>
        JSON.stringify(fromMinor(BigInt(minor), currency)),
      ),
      refused: amountVectors.refused.map(({ json, currency }) =>
        kindOf(() => checkedAmount(JSON.parse(json), currency)),
      ),
    },
  }),
)

/** A few at a time, as in Python: of all at once, some would be out of time before they are read. */
async function playHttp(): Promise<readonly object[]> {
  const told: object[] = []
  const waiting = cases.entries()
  const work = async () => {
    for (const [at, one] of waiting) told[at] = await http(one, `${baseUrl}/${at}`)
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return told
}

async function webhook(one: (typeof webhookVectors.cases)[number]): Promise<object> {
  try {
    const event = await verifyWebhook(one.body, one.headers, {
      secrets: one.secrets,
      now: new Date(one.now * 1000),
      allowUntimed: one.allow_untimed === true,
    })
    const { id, type, data, isTest } = event
    return { opened: { id, type, data, is_test: isTest } }
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error
    return { error: error.code, message: error.message }
  }
}

async function http({ call, timeout_ms, idempotency_key }: HttpCase, url: string): Promise<object> {
  const waits: number[] = []
  const client = new PaymentService({
    apiKey: 'SKSANDBOX_scripted',
    baseUrl: url,
    timeoutMs: timeout_ms,
    maxRetries: settings.max_retries,
    maxRetryAfterSeconds: settings.max_retry_after_seconds,
    sleep: (ms) => Promise.resolve(void waits.push(ms)),
  })
  try {
    return { ...(await made(client, call, idempotency_key)), waits }
  } catch (error) {
    if (error instanceof TypeError) return { error: 'argument', message: error.message, waits }
    if (!(error instanceof PaymentServiceError)) throw error
    return { ...told(error), waits }
  }
}

async function made(
  client: PaymentService,
  call: HttpCase['call'],
  idempotencyKey: string | undefined,
): Promise<object> {
  if (call === 'list' || call === 'filtered') {
    const ids: string[] = []
    const query = (call === 'list' ? { limit: 2 } : calls[call]) as never
    for await (const { id } of client.transactions.list(query)) ids.push(id)
    return { ids }
  }
  const { id, status } = await one(client, call, idempotencyKey)
  return { ok: { id, status } }
}

// The vectors are what a program without types would send.
// oxlint-disable-next-line typescript/no-explicit-any
function one(client: PaymentService, call: string, idempotencyKey?: string): Promise<any> {
  const input = calls[call] as never
  const options = idempotencyKey === undefined ? {} : { idempotencyKey }
  switch (call) {
    case 'collection':
      return client.collections.create(input, options)
    case 'payment_link':
      return client.paymentLinks.create(input)
    case 'wait':
      return client.transactions.waitForFinal(input)
    case 'keyed':
      return client.call('POST /v2/quotes', { body: input, idempotencyKey: 'order-17' })
    case 'webhook_endpoint':
      return client.webhookEndpoints.create(input)
    default:
      return client.transactions.read(input)
  }
}

function told(error: PaymentServiceError): object {
  const { kind, message } = error
  return {
    error: kind,
    message,
    ...(error instanceof ApiError && {
      code: error.code,
      status: error.status,
      type: error.type,
      request_id: error.requestId,
      doc_url: error.docUrl,
    }),
    ...(error instanceof RateLimitError && { retry_after_seconds: error.retryAfterSeconds }),
    ...(error instanceof DuplicateReferenceError && { transaction_id: error.transactionId }),
    ...(error instanceof ValidationError && { fields: error.fields.map(({ field }) => field) }),
  }
}

function kindOf(work: () => unknown): string {
  try {
    work()
    return 'taken'
  } catch (error) {
    return error instanceof PaymentServiceError ? error.kind : 'unknown'
  }
}
