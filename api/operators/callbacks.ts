import type { IncomingMessage } from 'node:http'
import type { Middleware } from 'koa'
import { asId, isUuid, type OperatorRequestId, type TransactionId } from '#domain/ids.ts'
import { clientAddress } from '#http/client-address.ts'
import type { Log, RateDecision } from '#http/dependencies.ts'
import { describeError } from '#http/describe-error.ts'
import { isJsonObject } from '#http/json.ts'
import { discardRest, readBody } from '#http/request-body.ts'

export interface CallbackDependencies {
  /** The rate limit of callbacks by address. */
  readonly consume: (address: string) => Promise<RateDecision>
  /** Tells the run that the operator has news. Its payment; undefined for an id that is not ours. */
  readonly answered: Hear
  /** The same, and that it denies a success. */
  readonly denied: Hear
  readonly trustedProxyHops: number
  readonly log: Log
}

type Hear = (requestId: OperatorRequestId) => Promise<TransactionId | undefined>

/** The id is in the path. Nothing in the body could be trusted, so that only its status is read, as a hint. */
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
    const caller = clientAddress(context.req, dependencies.trustedProxyHops)
    const { allowed, retryAfterSeconds } = await dependencies.consume(caller)
    if (!allowed) {
      discardRest(context.req)
      context.set('Retry-After', String(Math.max(1, retryAfterSeconds)))
      context.status = 429
      return
    }
    const isDenied = await isDenial(context.req)
    context.state['about'] = (await handOn(dependencies, id.toLowerCase(), isDenied)) ?? null
    context.status = 200
    context.body = ''
  }
}

const hintBytesMax = 4096
/** The states of an order at MTN that are no end without success. */
const hopeful: ReadonlySet<unknown> = new Set(['SUCCESSFUL', 'PENDING'])

/** True if the body names an end without success; false if it says nothing, or is longer than a callback is. */
async function isDenial(request: IncomingMessage): Promise<boolean> {
  try {
    const said: unknown = JSON.parse((await readBody(request, hintBytesMax)).toString('utf8'))
    const status: unknown = isJsonObject(said) ? said['status'] : undefined
    return typeof status === 'string' && !hopeful.has(status)
  } catch {
    discardRest(request)
    return false
  }
}

async function handOn(
  { answered, denied, log }: CallbackDependencies,
  id: string,
  isDenied: boolean,
): Promise<TransactionId | undefined> {
  if (!isUuid(id)) return undefined
  try {
    return await (isDenied ? denied : answered)(asId<OperatorRequestId>(id))
  } catch (error) {
    log.warn({ error: describeError(error) }, 'a callback was not handed on; polling finds it')
    return undefined
  }
}
