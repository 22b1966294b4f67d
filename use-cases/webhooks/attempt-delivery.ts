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
import { sealAnew } from './seal-anew.ts'
import { sendsAtOnceMax, sendTurn } from './sends-at-once.ts'

/** What to send, exactly: the payload and its signature were made once, for all attempts. */
export interface ClaimedAttempt extends AttemptNumber {
  readonly state: 'claimed'
  readonly attemptId: bigint
  readonly url: string
  readonly mode: Mode
  readonly payload: string
  readonly signature: string
  readonly eventId: EventId
  /** Of its webhook: the one that sealed the payload, and the next one where that waits to take over. */
  readonly secrets: readonly string[]
}

/** Its endpoint is being sent as much as it may be at once: another time. */
export interface Busy {
  readonly state: 'busy'
}

/**
 * Takes an attempt of a delivery, judged as above, before the network is touched: one number is sent once at most, whoever
 * dies on the way.
 */
export async function claimAttempt(
  database: Database,
  input: WantedAttempt,
): Promise<ClaimedAttempt | Unclaimed | Busy> {
  const books = onPool(database.pool)
  const delivery = await books.only(standing({ id: input.deliveryId }))
  const judged = await judge(books, input, delivery)
  const answer = judged?.state === 'due' ? await take(database, delivery, judged) : judged
  // Somebody else was quicker, or the secret is another one: it is judged again as it stands now.
  return answer ?? claimAttempt(database, input)
}

/** Undefined where it is no longer as it was read, or others took the last send that the endpoint may have. */
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
  /** The pause before the next attempt, null when none follows. */
  readonly retryInMs: number | null
}

/**
 * Records how an attempt ended, unless it was given up as lost meanwhile; true when this call recorded it. What arrived
 * is delivered, though its endpoint was stopped during the send: a delivered delivery is never sent again.
 */
export async function finishAttempt(
  database: Database,
  attempt: { readonly deliveryId: DeliveryId; readonly attemptId: bigint },
  end: AttemptEnd,
): Promise<boolean> {
  return (await onPool(database.pool).first(finish({ ...attempt, ...end }))) !== undefined
}

/** The attempt that a lost worker left open is closed as spent. */
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

// Whoever writes the delivery first begins the attempt; the others wait for it, and find another one than they judged.
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

// The delivery's row first, as everywhere: who asks for an attempt holds it when closing what was left open.
const finish = prepared(
  (p: Params<AttemptEnd & { deliveryId: DeliveryId; attemptId: bigint | null }>) =>
    db
      .with('held', (books) =>
        books
          .selectFrom('webhookDelivery')
          .select('id')
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
          .returning('a.deliveryId'),
      )
      .with('moved', (books) =>
        books
          .updateTable('webhookDelivery as d')
          .from('finished')
          .set({
            status: p.outcome,
            lastHttpStatus: p.httpStatus,
            lastError: p.error,
            nextAttemptAt: sql<Date>`now() + ${p.retryInMs}::bigint * interval '1 ms'`,
            completedAt: sql<Date>`case when ${p.outcome} <> 'failed' then now() end`,
            bodySealed: sql<Buffer | null>`case when ${p.outcome} <> 'delivered' then ${column('webhookDelivery.bodySealed', 'd')} end`,
          })
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
      .select('finished.deliveryId'),
)
