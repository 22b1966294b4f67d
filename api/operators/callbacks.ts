import type { Middleware } from 'koa'
import { asId, isUuid, type OperatorRequestId } from '#domain/ids.ts'
import { clientAddress } from '#http/client-address.ts'
import type { Log, RateDecision } from '#http/dependencies.ts'
import { describeError } from '#http/describe-error.ts'
import { discardRest } from '#http/request-body.ts'

export interface CallbackDependencies {
  /** The rate limit of callbacks by address. */
  readonly consume: (address: string) => Promise<RateDecision>
  /** Tells the run that the operator has news; false for an id that is not ours. */
  readonly answered: (requestId: OperatorRequestId) => Promise<boolean>
  readonly trustedProxyHops: number
  readonly log: Log
}

/** The id is in the path. The body is not read: nothing in it could be trusted. */
const address = /^\/operators\/mtn\/callbacks\/([^/]{1,64})$/
const methods: ReadonlySet<string> = new Set(['POST', 'PUT'])

/**
 * Where operators call back. A callback is unsigned, so anybody can send one: it only means "look now" and decides
 * nothing. Known and unknown ids get the same answer. So does an error of ours: the operator calls once and would not
 * repeat it.
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
