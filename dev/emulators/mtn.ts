import { randomUUID } from 'node:crypto'
import type { MtnAccount } from '#platform/operator-accounts.ts'
import { createMemory, type MemorySettings } from './memory.ts'
import { answerOrder, type MtnWorld } from './mtn-orders.ts'
import { type Asked, type Emulator, sendJson, serve } from './server.ts'

export interface MtnEmulator extends Emulator {
  /** The account that the service uses as a client. */
  readonly account: MtnAccount
  /** Rejects every token issued so far. */
  expireTokens(): void
  /** How many tokens it has issued. */
  tokensIssued(): number
}

const tokenSeconds = 3600

/** MTN's MoMo Open API on this machine: REST, tokens, 202 and polling, one unsigned callback. */
export async function startMtnEmulator(settings: MemorySettings): Promise<MtnEmulator> {
  const world: MtnWorld = {
    memory: createMemory(settings),
    delayMs: settings.delayMs,
    tokens: new Set(),
    issued: 0,
    credentials: { user: randomUUID(), key: randomUUID(), subscription: randomUUID() },
  }
  const emulator = await serve(world.memory, (asked) => answer(world, asked), settings.port)
  const { user, key, subscription } = world.credentials
  const product = { subscriptionKey: subscription, apiUser: user, apiKey: key }
  return {
    ...emulator,
    expireTokens: () => world.tokens.clear(),
    tokensIssued: () => world.issued,
    account: {
      provider: 'mtn-benin',
      baseUrl: emulator.baseUrl,
      targetEnvironment: 'mtnbenin',
      callbackUrl: null,
      collection: product,
      disbursement: product,
    },
  }
}

async function answer(world: MtnWorld, asked: Asked): Promise<void> {
  const { headers } = asked.request
  if (headers['ocp-apim-subscription-key'] !== world.credentials.subscription) {
    return sendJson(asked.response, 401, { statusCode: 401, message: 'Access denied' })
  }
  if (/^\/(collection|disbursement)\/token\/$/.test(asked.path)) return issueToken(world, asked)
  const token = (headers.authorization ?? '').replace(/^Bearer /, '')
  if (!world.tokens.has(token)) return sendJson(asked.response, 401, { code: 'UNAUTHORIZED' })
  return answerOrder(world, asked)
}

function issueToken(world: MtnWorld, { request, response, body }: Asked): void {
  const { user, key } = world.credentials
  const expected = `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`
  if (body !== '') return sendJson(response, 400, { error: 'invalid_request' })
  if (request.headers.authorization !== expected) {
    return sendJson(response, 401, { error: 'login_failed' })
  }
  const token = `${randomUUID()}.${randomUUID()}`
  world.tokens.add(token)
  world.issued += 1
  sendJson(response, 200, {
    access_token: token,
    token_type: 'access_token',
    expires_in: tokenSeconds,
  })
}
