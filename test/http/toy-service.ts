import { connect, type Socket } from 'node:net'
import Type from 'typebox'
import { createApp } from '#http/app.ts'
import type { Caller } from '#use-cases/keys/caller.ts'
import type { HttpDependencies, RateDecision, RequestMeasure } from '#http/dependencies.ts'
import {
  amountField,
  currencyField,
  customerNameField,
  descriptionField,
  emailField,
  idParameter,
  metadataField,
  waitParameter,
} from '#http/fields.ts'
import { createBodyRoom } from '#http/body-room.ts'
import { createShares } from '#http/shares.ts'
import { route, type Route } from '#http/route.ts'
import { listen, type ListenOptions, type RunningServer } from '#http/listen.ts'
import type { ApiCall } from '#use-cases/api-calls/keep.ts'
import { asId } from '#domain/ids.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import { noteCodes } from '#test/support/seen-codes.ts'

/** A caller of the toy service, whose key is `key-<kind>`. */
export function toyCaller(kind: KeyKind): Caller {
  return {
    kind,
    mode: 'sandbox',
    serviceEnvId: asId('00000000-0000-4000-8000-000000000001'),
    apiKeyId: asId(`00000000-0000-4000-8000-0000000000${kind.length}0`),
    channel: 'api',
    terminalId: null,
    collaboratorId: null,
    scopes: ['payments', 'payouts'],
  }
}

/** What the toy service saw and how it is told to behave; every list grows in the order of events. */
export class ToyWorld {
  readonly logged: object[] = []
  readonly measured: RequestMeasure[] = []
  readonly apiCalls: ApiCall[] = []
  readonly ipAddresses: string[] = []
  readonly keyCounts: [string, string][] = []
  readonly tokens: string[] = []
  ipDecision: RateDecision = { allowed: true, retryAfterSeconds: 60, max: 5, left: 4 }
  keyDecision: RateDecision = { allowed: true, retryAfterSeconds: 60, max: 5, left: 4 }
  trustedProxyHops = 0

  dependencies(): HttpDependencies {
    const write = (details: object, message: string) =>
      void this.logged.push({ ...details, message })
    return {
      admitKey: async ({ token, address, kinds }) => {
        this.ipAddresses.push(address)
        const refused = { address: this.ipDecision, holder: null, key: null }
        if (!this.ipDecision.allowed) return refused
        this.tokens.push(token)
        const kind = everyKey.find((known) => token === `key-${known}`)
        if (kind === undefined) return refused
        const isCounted = kinds.includes(kind)
        if (isCounted) this.keyCounts.push([`${kind}:${toyCaller(kind).apiKeyId}`, address])
        const key = isCounted ? this.keyDecision : null
        return { address: this.ipDecision, holder: toyCaller(kind), key }
      },
      readStaffSession: async () => null,
      rateLimit: {
        consumeIp: async (ipAddress) => {
          this.ipAddresses.push(ipAddress)
          return this.ipDecision
        },
        consumeKey: async () => this.keyDecision,
      },
      shares: createShares({ atOnceMax: 16, waitingMax: 1000 }),
      addressShares: createShares({ atOnceMax: 4, waitingMax: 1000 }),
      waitShares: createShares({ atOnceMax: 4, waitingMax: 1000 }),
      bodyRoom: createBodyRoom({ addressBytes: 8_388_608, processBytes: 16_777_216 }),
      // What is for debugging is not logged: that is how the service runs.
      log: { debug: () => {}, info: write, warn: write, error: write },
      metrics: { observeRequest: (measure) => void this.measured.push(measure) },
      apiCalls: { note: (call) => void this.apiCalls.push(call) },
      version: '2.4.0',
      docsUrl: 'https://docs.example',
      staffDocsUrl: 'https://docs.example/staff',
      isSecondFactorRequired: false,
      trustedProxyHops: this.trustedProxyHops,
    }
  }
}

export const everyKey = ['secret', 'public', 'terminal', 'session'] as const

const payment = Type.Object({
  amount: amountField,
  currency: currencyField,
  description: Type.Optional(descriptionField),
  customer: Type.Optional(
    Type.Object({ name: customerNameField, email: emailField }, { code: 'invalid_customer' }),
  ),
  metadata: Type.Optional(metadataField),
})

/** The routes most tests need: one that pays, one that reads, one for the secret key, one without a key. */
export const toyRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v2/payments',
    keys: ['secret', 'public'],
    summary: 'Payer',
    idempotency: 'required',
    success: 202,
    body: payment,
    query: Type.Object({ wait: Type.Optional(waitParameter) }),
    handler: ({ body, idempotencyKey, canonicalRequest, numberText }) => ({
      body: { data: { body, idempotencyKey, canonicalRequest, amount: numberText('amount') } },
      headers: { Location: '/v2/payments/1' },
    }),
  }),
  route({
    method: 'GET',
    path: '/v2/payments/:id',
    keys: everyKey,
    summary: 'Lire',
    params: Type.Object({ id: idParameter('transaction_not_found') }),
    query: Type.Object({ wait: Type.Optional(waitParameter) }),
    handler: ({ params, query }) => ({
      body: { data: { id: params.id, wait: query.wait ?? null } },
    }),
  }),
  route({
    method: 'POST',
    path: '/v2/payments/:id/cancel',
    keys: ['secret'],
    summary: 'Annuler',
    idempotency: 'optional',
    handler: ({ idempotencyKey }) => ({ body: { data: { idempotencyKey } } }),
  }),
  route({
    method: 'GET',
    path: '/v2/open',
    keys: 'none',
    summary: 'Sans clé',
    handler: ({ caller }) => ({ body: { data: { caller }, meta: { limit: 5 } } }),
  }),
]

export type ToyService = RunningServer & { readonly url: string; readonly world: ToyWorld }

/** Starts a toy service on a free port; close it in `after`. */
export async function startToyService(
  routes: readonly Route[] = toyRoutes,
  world = new ToyWorld(),
  timeouts?: ListenOptions['timeouts'],
): Promise<ToyService> {
  const dependencies = world.dependencies()
  const app = createApp(routes, dependencies)
  const server = await listen(app, {
    host: '127.0.0.1',
    port: 0,
    dependencies,
    ...(timeouts && { timeouts }),
  })
  return { ...server, url: `http://127.0.0.1:${server.port}`, world }
}

/** The part of an error envelope that tests read. */
export type Refusal = {
  readonly error: {
    readonly code: string
    readonly type: string
    readonly message: string
    readonly details: {
      readonly field?: string
      readonly fields?: readonly { field: string; code: string; message: string }[]
    } & Readonly<Record<string, unknown>>
    readonly request_id: string
    readonly doc_url: string
  }
}

/** A refused answer: its status, headers and envelope. */
export async function refusal(answer: Promise<Response>) {
  const { status, headers, ...rest } = await readJson<Refusal>(answer)
  return { status, headers, ...rest.json.error }
}

/** An answer with its JSON. */
export async function readJson<Json>(answer: Promise<Response>) {
  const response = await answer
  const text = await response.text()
  const json = JSON.parse(text) as Json
  noteCodes(json)
  return { status: response.status, headers: response.headers, text, json }
}

export const secretHeaders = { authorization: 'Bearer key-secret' }
export const payHeaders = {
  ...secretHeaders,
  'content-type': 'application/json',
  'idempotency-key': 'order-1',
}

/** Waits until something holds that another event brings about; the test's own time limit ends it. */
export async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2))
}

/** Sends text on a socket and gives all that comes back until the other side closes. */
export function exchange(port: number, ...parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  for (const part of parts) socket.write(part)
  return received(socket)
}

/** All that a socket receives until it is closed; a reset counts as closed. */
export function received(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
}
