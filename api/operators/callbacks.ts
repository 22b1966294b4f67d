import type { Middleware } from 'koa'
import { asId, isUuid, type OperatorRequestId } from '#domain/ids.ts'
import { clientAddress } from '#http/client-address.ts'
import type { Log, RateDecision } from '#http/dependencies.ts'
import { describeError } from '#http/describe-error.ts'
import { discardRest } from '#http/request-body.ts'

export interface CallbackDependencies {
  /** Whether one more callback of this address is looked at. */
  readonly consume: (address: string) => Promise<RateDecision>
  /** Hands on that the operator has something to say; false for an id that is not ours. */
  readonly answered: (requestId: OperatorRequestId) => Promise<boolean>
  readonly trustedProxyHops: number
  readonly log: Log
}

/** The id is in the path: nothing of the body is read, for nothing in it would be believed. */
const address = /^\/operators\/mtn\/callbacks\/([^/]{1,64})$/
const methods: ReadonlySet<string> = new Set(['POST', 'PUT'])

/**
 * Where operators call back. Anybody can: a callback is unsigned, so it says "look now" and decides nothing. Known and
 * unknown ids are answered alike, and trouble of ours is not the operator's: its one call is not repeated anyway.
 */
export function operatorCallbacks(dependencies: CallbackDependencies): Middleware {
  return async (context, next) => {
    const [, id] = address.exec(context.path) ?? []
    if (id === undefined || !methods.has(context.method)) return next()
    context.state['route'] = '/operators/mtn/callbacks/:id'
    discardRest(context.req)
    const caller = clientAddress(context.req, dependencies.trustedProxyHops)
    const { allowed, retryAfterSeconds } = await dependencies.consume(caller)
    if (!allowed) {
      context.set('Retry-After', String(Math.max(1, retryAfterSeconds)))
      context.status = 429
      return
    }
    await handOn(dependencies, id.toLowerCase())
    context.status = 200
    context.body = ''
  }
}

async function handOn({ answered, log }: CallbackDependencies, id: string): Promise<void> {
  if (!isUuid(id)) return
  try {
    await answered(asId<OperatorRequestId>(id))
  } catch (error) {
    log.warn({ error: describeError(error) }, 'a callback was not handed on; polling finds it')
  }
}
