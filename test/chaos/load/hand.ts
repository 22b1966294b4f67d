import { randomUUID } from 'node:crypto'
import type { Call, CallAnswer } from '#test/support/call.ts'
import type { MovementKind } from '#test/chaos/journal.ts'
import type { Random } from '#test/support/random.ts'
import type { Merchant, World } from '#test/chaos/world.ts'

/** One client of the load at work. */
export interface Hand {
  readonly world: World
  readonly random: Random
}

/** One movement of money or of news, from its request on. */
export type Movement = (hand: Hand) => Promise<void>

/** A payment as it is asked for: by which key, and of which kind it counts. */
export interface Wish {
  readonly kind: MovementKind
  readonly merchant: Merchant
  readonly request: Call
}

const doubledShare = 0.1

/**
 * Asks for a payment until it is accepted; its id, undefined where it was refused. Now and then the same request is sent to
 * both APIs at once, as an impatient client does.
 */
export async function accepted(hand: Hand, wish: Wish): Promise<string | undefined> {
  const { counter, journal } = hand.world
  const request = withKey(wish.request)
  if (hand.random.chance(doubledShare)) {
    await Promise.all([counter.askOnce(request, 0), counter.askOnce(request, 1)])
  }
  const answer = await counter.ask(request)
  if (answer === undefined) return undefined
  if (answer.status !== 202 && answer.status !== 201) return refused(hand, answer)
  const id = String(answer.json.data.id)
  journal.promise({
    kind: wish.kind,
    id,
    payment: {
      key: wish.merchant.keys.secret,
      idempotencyKey: request.headers['Idempotency-Key'],
      path: request.path,
      body: request.body,
      text: answer.text,
    },
  })
  return id
}

function withKey(request: Call): Call & { headers: { 'Idempotency-Key': string } } {
  const key = request.headers?.['Idempotency-Key'] ?? randomUUID()
  return { ...request, headers: { ...request.headers, 'Idempotency-Key': key } }
}

/** A refusal by a rule; which, stands in the table. */
export function refused({ world }: Hand, { json }: CallAnswer): undefined {
  const code = String(json.error?.code)
  world.journal.refusals.set(code, (world.journal.refusals.get(code) ?? 0) + 1)
}
