import type { DeliveryId, EndpointId, EventId } from '#domain/ids.ts'
import { sourcesOf } from '#domain/states/moves.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { deliveryMoves } from '#domain/webhooks/delivery.ts'
import type { Database } from '#db/connect.ts'
import { clockTime, now } from '#db/functions.ts'
import type { SealedPayload } from '#db/seal.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { sendsAtOnceMax, sendTurn } from '#db/sends-at-once.ts'
import { inOneStatement, onPool, present } from '#db/sql.ts'
import { type Changes, column, db, type Params, prepared, sql } from '#db/statements.ts'
import type { Keyring } from '#platform/keyring.ts'
import {
  type AttemptNumber,
  judge,
  type Judged,
  type Standing,
  standingOf,
  type Unclaimed,
  wanted,
  type WantedAttempt,
} from './judge-attempt.ts'
import { inLine } from './call-line.ts'
import { sealAnew } from './seal-anew.ts'

/** What to send: payload and signature were made once, for all attempts. */
export interface ClaimedAttempt extends AttemptNumber {
  readonly state: 'claimed'
  readonly attemptId: bigint
  readonly url: string
  readonly mode: Mode
  readonly payload: string
  readonly signature: string
  readonly eventId: EventId
  /** When it was claimed, by the database's clock: part of the signature, because a worker's clock may be off. */
  readonly claimedAt: Date
  /** The endpoint's secrets: the one that sealed the payload, and the next one while it waits to take over. */
  readonly secrets: readonly string[]
}

/** Its endpoint already has its maximum of concurrent sends: try later. */
export interface Busy {
  readonly state: 'busy'
}

/**
 * Claims an attempt of a delivery, if one is due, before the network is touched: each number is sent at most once, even
 * if workers crash. One statement, which also reads why nothing was claimed.
 */
export async function claimAttempt(
  database: Database,
  input: WantedAttempt,
): Promise<ClaimedAttempt | Unclaimed | Busy> {
  const { attemptId, claimedAt, ...delivery } = present(
    await inOneStatement(database.pool, claim(wanted(input))),
  )
  if (attemptId !== null) return { ...(await opened(database, delivery, attemptId)), claimedAt }
  const books = onPool(database.pool)
  const judged = await judge(books, input, delivery)
  if (judged !== undefined && judged.state !== 'due') return judged
  if (judged !== undefined && delivery.sends >= sendsAtOnceMax) return { state: 'busy' }
  if (delivery.secretVersion !== delivery.endpointSecretVersion)
    await sealAnew(books, database.keyring, delivery)
  // Somebody else was quicker, or the secret has changed: it is checked again.
  return claimAttempt(database, input)
}

/** What was claimed. A body that cannot be read costs no attempt: it is given back. */
async function opened(
  { pool, keyring }: Database,
  delivery: Standing,
  attemptId: bigint,
): Promise<Omit<ClaimedAttempt, 'claimedAt'>> {
  try {
    return { state: 'claimed', attemptId, ...contentOf(keyring, delivery) }
  } catch (error) {
    await onPool(pool).only(giveBack({ ...delivery, attemptId }))
    throw error
  }
}

function contentOf(keyring: Keyring, delivery: Standing) {
  const { bodySealed, secretSealed, nextSecretSealed, dueNumber, isExtra, endpointId } = delivery
  if (bodySealed === null || dueNumber === null)
    throw new Error('a delivery that is to be sent has a body and a number')
  const body = keyring.open(sealedColumns.deliveryBody, delivery.id, bodySealed)
  const { payload, signature } = JSON.parse(body.toString('utf8')) as SealedPayload
  const secrets = [secretSealed, nextSecretSealed]
    .filter((one) => one !== null)
    .map((one) => keyring.open(sealedColumns.webhookSecret, endpointId, one).toString('utf8'))
  const { mode, eventId, url } = delivery
  return { number: dueNumber, isExtra, url, mode, eventId, payload, signature, secrets }
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

/** Closes an attempt that a lost worker left open, and no other that has begun since. */
export async function closeLostAttempt(
  database: Database,
  attempt: { readonly deliveryId: DeliveryId; readonly attemptId: bigint },
  end: Pick<AttemptEnd, 'outcome' | 'error' | 'retryInMs'>,
): Promise<void> {
  const nothingKnown = { httpStatus: null, extract: null, durationMs: 0 }
  await finishAttempt(database, attempt, { ...end, ...nothingKnown })
}

// The first to write the delivery begins the attempt; the others wait, then find that it has changed since they read it.
const claim = prepared((p: Params<ReturnType<typeof wanted>>) =>
  beginning(p)
    .with('claimed', (books) =>
      books
        .insertInto('webhookAttempt')
        .columns(['deliveryId', 'number', 'url', 'isExtra'])
        .expression((eb) =>
          eb
            .selectFrom('begun')
            .select(['begun.id', 'begun.attempts', 'begun.url', 'begun.isExtra']),
        )
        .returning('id'),
    )
    .selectFrom('standing as s')
    .leftJoin('claimed', (join) => join.onTrue())
    .select(['s.id', 's.status', 's.attempts', 's.askedAttempt', 's.lastError', 's.bodySealed'])
    .select(['s.secretVersion', 's.endpointSecretVersion', 's.mode', 's.url', 's.endpointStatus'])
    .select(['s.openNumber', 's.isOpenExtra', 's.eventId', 's.endpointId', 's.secretSealed'])
    .select(['s.nextSecretSealed', 's.sends', 's.isDeleted', 's.leftMs', 's.dueNumber'])
    .select(['s.openId', 's.openLeftMs', 's.isExtra', 'claimed.id as attemptId'])
    .select(clockTime.as('claimedAt')),
)

/** The first parts of `claim`: read the delivery, take a turn among its endpoint's sends, and begin the attempt. */
function beginning(p: Params<ReturnType<typeof wanted>>) {
  return db
    .with(
      (named) => named('standing').materialized(),
      () => standingOf(p),
    )
    .with(
      (named) => named('turn').materialized(),
      (books) =>
        books
          .selectFrom('standing')
          .select((eb) => sendTurn(eb.ref('standing.endpointId')).$asScalar().as('sends'))
          // A turn is taken only if its attempt may begin.
          .where('standing.dueNumber', 'is not', null)
          .where('standing.isDeleted', '=', false)
          .where('standing.endpointStatus', '=', 'enabled')
          .where('standing.sends', '<', sendsAtOnceMax)
          .whereRef('standing.secretVersion', '=', 'standing.endpointSecretVersion'),
    )
    .with('begun', (books) =>
      books
        .updateTable('webhookDelivery as d')
        .from(['standing', 'turn'])
        .set((eb): Changes<'webhookDelivery'> => ({
          status: 'pending',
          attempts: sql<number>`${eb.ref('standing.dueNumber')}`,
          askedAttempt: null,
          nextAttemptAt: null,
        }))
        .whereRef('d.id', '=', 'standing.id')
        .whereRef('d.status', '=', 'standing.status')
        .whereRef('d.attempts', '=', 'standing.attempts')
        .whereRef('d.secretVersion', '=', 'standing.secretVersion')
        .where((eb) =>
          eb('d.askedAttempt', 'is not distinct from', eb.ref('standing.askedAttempt')),
        )
        .where('turn.sends', '<', sendsAtOnceMax)
        .returning(['d.id', 'd.attempts', 'standing.url', 'standing.isExtra']),
    )
}

const giveBack = prepared((p: Params<Judged & { attemptId: bigint }>) =>
  db.selectNoFrom(
    sql<boolean>`webhook_attempt_given_back(${p.attemptId}, ${p.attempts}, ${p.askedAttempt})`.as(
      'isGivenBack',
    ),
  ),
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
const finish = prepared((p: Params<AttemptEnd & { deliveryId: DeliveryId; attemptId: bigint }>) =>
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
        .where('a.id', '=', p.attemptId)
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
