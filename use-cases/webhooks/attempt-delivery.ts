import type { DeliveryId, EndpointId, EventId } from '#domain/ids.ts'
import { sourcesOf } from '#domain/states/moves.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { deliveryMoves } from '#domain/webhooks/delivery.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import type { SealedPayload } from '#db/seal.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { inOneStatement, onPool } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'
import {
  asJudged,
  type AttemptNumber,
  type DueAttempt,
  judge,
  type Judged,
  type Standing,
  standing,
  type Unclaimed,
  type WantedAttempt,
} from './judge-attempt.ts'
import { inLine } from './call-line.ts'
import { sealAnew } from './seal-anew.ts'
import { sendsAtOnceMax, sendTurn } from '#db/sends-at-once.ts'

/** What to send: payload and signature were made once, for all attempts. */
export interface ClaimedAttempt extends AttemptNumber {
  readonly state: 'claimed'
  readonly attemptId: bigint
  readonly url: string
  readonly mode: Mode
  readonly payload: string
  readonly signature: string
  readonly eventId: EventId
  /** The endpoint's secrets: the one that sealed the payload, and the next one while it waits to take over. */
  readonly secrets: readonly string[]
}

/** Its endpoint already has its maximum of concurrent sends: try later. */
export interface Busy {
  readonly state: 'busy'
}

/**
 * Claims an attempt of a delivery, after the checks above, before the network is touched: each number is sent at most
 * once, even if workers crash.
 */
export async function claimAttempt(
  database: Database,
  input: WantedAttempt,
): Promise<ClaimedAttempt | Unclaimed | Busy> {
  const books = onPool(database.pool)
  const delivery = await books.only(standing({ id: input.deliveryId }))
  const judged = await judge(books, input, delivery)
  const answer = judged?.state === 'due' ? await take(database, delivery, judged) : judged
  // Somebody else was quicker, or the secret has changed: it is checked again.
  return answer ?? claimAttempt(database, input)
}

/** Undefined if it has changed since it was read, or if others took the last free send of the endpoint. */
async function take(
  { pool, keyring }: Database,
  delivery: Standing,
  { number, isExtra, endpointId }: DueAttempt,
): Promise<ClaimedAttempt | Busy | undefined> {
  if (delivery.sends >= sendsAtOnceMax) return { state: 'busy' }
  if (delivery.secretVersion !== delivery.endpointSecretVersion) {
    await sealAnew(onPool(pool), keyring, delivery)
    return undefined
  }
  if (delivery.bodySealed === null) throw new Error('a delivery that is to be sent has a body')
  // Opened before it counts: a body that cannot be read costs no attempt.
  const body = keyring.open(sealedColumns.deliveryBody, delivery.id, delivery.bodySealed)
  const { payload, signature } = JSON.parse(body.toString('utf8')) as SealedPayload
  const sealed = [delivery.secretSealed, delivery.nextSecretSealed].filter((one) => one !== null)
  const secrets = sealed.map((one) =>
    keyring.open(sealedColumns.webhookSecret, endpointId, one).toString('utf8'),
  )
  const due = { number, isExtra }
  const begun = await inOneStatement(pool, begin({ ...delivery, ...due, endpointId }))
  if (begun === undefined) return undefined
  const { mode, eventId } = delivery
  return { state: 'claimed', ...begun, ...due, mode, eventId, payload, signature, secrets }
}

export interface AttemptEnd {
  readonly outcome: 'delivered' | 'failed' | 'abandoned'
  readonly httpStatus: number | null
  readonly error: string | null
  readonly extract: string | null
  readonly durationMs: number
  /** The pause before the next attempt; null if none follows. */
  readonly retryInMs: number | null
}

/** The endpoint of the attempt that ended, and whether others wait in line for it. */
interface Finished {
  readonly endpointId: EndpointId
  readonly hasLine: boolean
}

/**
 * Records the result of an attempt, unless it was already given up as lost; undefined if this call recorded nothing.
 * A received delivery counts as delivered even if its endpoint was disabled during the send, and is never sent again.
 */
export async function finishAttempt(
  database: Database,
  attempt: { readonly deliveryId: DeliveryId; readonly attemptId: bigint },
  end: AttemptEnd,
): Promise<Finished | undefined> {
  return onPool(database.pool).first(finish({ ...attempt, ...end }))
}

/** Closes an attempt that a lost worker left open. */
export async function closeLostAttempt(
  database: Database,
  deliveryId: DeliveryId,
  end: Pick<AttemptEnd, 'outcome' | 'error' | 'retryInMs'>,
): Promise<void> {
  const nothingKnown = { attemptId: null, httpStatus: null, extract: null, durationMs: 0 }
  await onPool(database.pool).first(finish({ deliveryId, ...end, ...nothingKnown }))
}

interface Due {
  readonly endpointId: EndpointId
  readonly endpointSecretVersion: number
}

// Whoever writes the delivery first begins the attempt; the others wait, and find a different state from the one they
// checked.
const begin = prepared((p: Params<Judged & AttemptNumber & Due>) =>
  db
    .with(
      (named) => named('turn').materialized(),
      () => sendTurn(p.endpointId),
    )
    .with('begun', () =>
      asJudged(p)
        .from(['webhookEndpoint as e', sql<{ sends: number }>`turn`.as('turn')])
        .set({ status: 'pending', attempts: p.number, askedAttempt: null, nextAttemptAt: null })
        .whereRef('e.id', '=', 'd.endpointId')
        .where('e.status', '=', 'enabled')
        .where('e.deletedAt', 'is', null)
        .where('e.secretVersion', '=', p.endpointSecretVersion)
        .where('d.secretVersion', '=', p.endpointSecretVersion)
        .where('turn.sends', '<', sendsAtOnceMax)
        .returning(['d.id', 'd.attempts', 'e.url']),
    )
    .insertInto('webhookAttempt')
    .columns(['deliveryId', 'number', 'url', 'isExtra'])
    .expression((eb) =>
      eb
        .selectFrom('begun')
        .select(['begun.id', 'begun.attempts', 'begun.url'])
        .select(sql<boolean>`${p.isExtra}::boolean`.as('isExtra')),
    )
    .returning(['id as attemptId', 'url']),
)

/** The state of a delivery `d` after such a result. */
const standingAfter = (p: Params<AttemptEnd>) => ({
  status: p.outcome,
  lastHttpStatus: p.httpStatus,
  lastError: p.error,
  nextAttemptAt: sql<Date>`now() + ${p.retryInMs}::bigint * interval '1 ms'`,
  completedAt: sql<Date>`case when ${p.outcome} <> 'failed' then now() end`,
  bodySealed: sql<Buffer | null>`case when ${p.outcome} <> 'delivered' then ${column('webhookDelivery.bodySealed', 'd')} end`,
})

// Locks the delivery's row first, as everywhere: a requested retry holds it while closing what was left open.
const finish = prepared(
  (p: Params<AttemptEnd & { deliveryId: DeliveryId; attemptId: bigint | null }>) =>
    db
      .with('held', (books) =>
        books
          .selectFrom('webhookDelivery')
          .select(['id', 'endpointId'])
          .where('id', '=', p.deliveryId)
          .forNoKeyUpdate(),
      )
      .with('finished', (books) =>
        books
          .updateTable('webhookAttempt as a')
          .from('held')
          .set({
            finishedAt: now,
            httpStatus: p.httpStatus,
            error: p.error,
            responseExtract: p.extract,
            durationMs: p.durationMs,
          })
          .whereRef('a.deliveryId', '=', 'held.id')
          .where('a.finishedAt', 'is', null)
          .where((eb) => eb('a.id', '=', eb.fn.coalesce(p.attemptId, eb.ref('a.id'))))
          .returning(['a.deliveryId', 'held.endpointId']),
      )
      .with('moved', (books) =>
        books
          .updateTable('webhookDelivery as d')
          .from('finished')
          .set(standingAfter(p))
          .whereRef('d.id', '=', 'finished.deliveryId')
          .where((eb) =>
            eb.or([
              eb('d.status', 'in', sourcesOf(deliveryMoves, 'miss')),
              eb.and([
                eb('d.status', 'in', sourcesOf(deliveryMoves, 'answer')),
                eb(p.outcome, '=', 'delivered'),
              ]),
            ]),
          ),
      )
      .selectFrom('finished')
      .select((eb) => [
        'finished.endpointId',
        eb
          .exists(inLine(eb.ref('finished.endpointId')))
          .$castTo<boolean>()
          .as('hasLine'),
      ]),
)
