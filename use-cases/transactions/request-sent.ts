import type { OperatorRequestId, TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { now, sharingOperatorAccount } from '#db/functions.ts'
import { DatabaseUnavailable, onPool } from '#db/sql.ts'
import {
  type Changes,
  db,
  type Expression,
  type ExpressionBuilder,
  type Params,
  prepared,
  sql,
  type Tables,
} from '#db/statements.ts'
import { mayBeKnown } from './may-be-known.ts'
import { unusedReference } from './unused-reference.ts'

/**
 * Whether to send a request: this caller sends it, since this time of the database; it was sent before; or it is too
 * late to start. `mayBeKnown` if it may repeat one that a restored database has lost: its operator is asked first.
 */
export type RequestClaim = Claimed | { readonly state: 'sent_before' | 'too_late' }

export interface Claimed {
  readonly state: 'claimed'
  readonly sentAt: Date
  readonly mayBeKnown: boolean
}

/**
 * Records that the request is about to leave for the operator; only one caller gets to send it. A request that was sent
 * before is checked at the operator, never sent again blindly. A request that the payer could not confirm in time never
 * leaves: if the database was slow to answer, the time is compared again.
 */
export async function claimRequest(database: Database, id: TransactionId): Promise<RequestClaim> {
  for (let tries = 0; tries < slowClaimsMax; tries += 1) {
    const isSoon = untilSlow()
    const { sentAt, isLate, mayBeKnown } = await onPool(database.pool).only(claim({ id }))
    if (sentAt === null) return { state: isLate ? 'too_late' : 'sent_before' }
    if (isSoon()) return { state: 'claimed', sentAt, mayBeKnown }
    await releaseRequest(database, id, sentAt)
  }
  throw new DatabaseUnavailable('the database is too slow for a request to leave in time')
}

const slowClaimsMax = 3
/** Far less than a payer needs to confirm: the time was compared when the claim began, not when its answer came. */
const slowClaimMs = 1000

/** Says whether the database has answered soon enough, from now. */
function untilSlow(): () => boolean {
  const askedAt = performance.now()
  return () => performance.now() - askedAt < slowClaimMs
}

/**
 * True if a request that the operator did not find may be sent once more, under the same id: it is still wanted, and
 * can be confirmed in time. False too if the database was slow to answer: a later look asks again.
 */
export async function maySendAgain(database: Database, id: TransactionId): Promise<boolean> {
  const isSoon = untilSlow()
  return (await onPool(database.pool).run(claimAgain({ id }))) > 0 && isSoon()
}

/**
 * A request that these books never sent, but that may repeat one lost in a restore, counts as sent from now on: it is not
 * given up merely because its operator could not be asked.
 */
export async function countIfMayBeKnown(database: Database, id: TransactionId): Promise<void> {
  await onPool(database.pool).run(countKnown({ id }))
}

/**
 * Records that a request which its sender gave back is about to leave again, if it can still be confirmed in time; only
 * one caller gets to send it. A request that never left by the database only counts as sent: its run knows that it left,
 * and that the database was restored to an earlier moment. If the database was slow to answer, it is given back: a later
 * look claims it.
 */
export async function claimReleased(
  database: Database,
  id: TransactionId,
): Promise<Omit<Claimed, 'state'> | undefined> {
  const isSoon = untilSlow()
  const claimed = await onPool(database.pool).first(claimGivenBack({ id }))
  if (claimed === undefined || isSoon()) return claimed
  await releaseRequest(database, id, claimed.sentAt)
  return undefined
}

/**
 * The operator certainly does not have the request that left at this time, so it may be sent again under the same id.
 * Nothing changes if it was sent again since or the operator has called back: the operator may then have it.
 */
export async function releaseRequest(
  database: Database,
  id: TransactionId,
  sentAt: Date,
): Promise<void> {
  await onPool(database.pool).run(release({ id, sentAt }))
}

/** The operator has the request, and may have given its own reference. */
export async function confirmRequest(
  database: Database,
  id: TransactionId,
  providerReference?: string,
): Promise<void> {
  const books = onPool(database.pool)
  await books.run(
    providerReference === undefined ? confirm({ id }) : confirmNamed({ id, providerReference }),
  )
}

/** The operator's own reference, received after we had stopped waiting for the answer. */
export async function noteReference(
  database: Database,
  requestId: OperatorRequestId,
  providerReference: string,
): Promise<void> {
  await onPool(database.pool).run(note({ requestId, providerReference }))
}

const moved = db.updateTable('transaction')

/** A pending request that has not been sent: from now on it counts as sent. */
const leaving = (p: Params<{ id: TransactionId }>) =>
  moved
    .set({ operatorState: 'sent', operatorSentAt: now })
    .where('id', '=', p.id)
    .where('status', '=', 'pending')
    .where('operatorState', '=', 'unsent')

/**
 * A collection is sent only while its payer has time to confirm it: 15 seconds, or a quarter of its whole time if that is
 * less. A payout has no such limit.
 */
const isInTime = (eb: ExpressionBuilder<Tables, 'transaction'>) =>
  eb.or([
    eb('type', '<>', 'collection'),
    eb(
      eb.ref('expiresAt'),
      '>',
      sql<Date>`now() + least(interval '15 seconds', (${eb.ref('expiresAt')} - ${eb.ref('createdAt')}) / 4)`,
    ),
  ])

// Whether it is too late is read with the claim: a later read would mistake a request that its sender has just given back
// for one that is too late.
const claim = prepared((p: Params<{ id: TransactionId }>) =>
  db
    .with('claimed', () =>
      leaving(p)
        .where(isInTime)
        .returning((eb) => [
          'operatorSentAt',
          sharingOperatorAccount(eb.ref('serviceEnvId'), eb.ref('provider')).as('account'),
        ]),
    )
    .selectFrom('transaction')
    .select((eb) => [
      eb.selectFrom('claimed').select('claimed.operatorSentAt').as('sentAt'),
      eb
        .and([
          eb('status', '=', 'pending'),
          eb('operatorState', '=', 'unsent'),
          eb.not(isInTime(eb)),
        ])
        .$castTo<boolean>()
        .as('isLate'),
      mayBeKnown(eb.ref('transaction.createdAt')).as('mayBeKnown'),
    ])
    .where('id', '=', p.id),
)

// What the operator has accepted stays accepted: it is checked even after the payment's end.
const claimAgain = prepared((p: Params<{ id: TransactionId }>) =>
  moved
    .set({ operatorSentAt: now })
    .where('id', '=', p.id)
    .where('status', '=', 'pending')
    .where('operatorState', '<>', 'unsent')
    .where(isInTime),
)

// One statement, because each look at a pending payment makes it. A request that never left has no time of sending, and
// only counts as sent; one that was given back has a time. So no request is both.
const claimGivenBack = prepared((p: Params<{ id: TransactionId }>) =>
  db
    .with('claimed', () =>
      leaving(p)
        .where('operatorSentAt', 'is not', null)
        .where(isInTime)
        .returning((eb) => [
          eb.ref('operatorSentAt').$notNull().as('sentAt'),
          mayBeKnown(eb.ref('transaction.createdAt')).as('mayBeKnown'),
          sharingOperatorAccount(eb.ref('serviceEnvId'), eb.ref('provider')).as('account'),
        ]),
    )
    .with('followed', () => leaving(p).where('operatorSentAt', 'is', null).returning('id'))
    .selectFrom('claimed')
    .select(['claimed.sentAt', 'claimed.mayBeKnown', 'claimed.account']),
)

const countKnown = prepared((p: Params<{ id: TransactionId }>) =>
  leaving(p).where((eb) => mayBeKnown(eb.ref('transaction.createdAt'))),
)

// Keeps the time of sending, which tells a request that was given back from one that never left. An operator that has
// called back has the request.
const release = prepared((p: Params<{ id: TransactionId; sentAt: Date }>) =>
  moved
    .set({ operatorState: 'unsent' })
    .where('id', '=', p.id)
    .where('status', '=', 'pending')
    .where('operatorState', '=', 'sent')
    .where('operatorSentAt', '=', p.sentAt)
    .where('callbacks', '=', 0),
)

const unused = (eb: ExpressionBuilder<Tables, 'transaction'>, reference: Expression<string>) =>
  unusedReference(reference, {
    id: eb.ref('transaction.id'),
    provider: eb.ref('transaction.provider'),
  })

const confirm = prepared((p: Params<{ id: TransactionId }>) =>
  moved.set({ operatorState: 'taken' }).where('id', '=', p.id).where('operatorState', '=', 'sent'),
)

const confirmNamed = prepared((p: Params<{ id: TransactionId; providerReference: string }>) =>
  moved
    .set((eb): Changes<'transaction'> => ({
      operatorState: 'taken',
      providerReference: eb.fn.coalesce('providerReference', unused(eb, p.providerReference)),
    }))
    .where('id', '=', p.id)
    .where('operatorState', '=', 'sent'),
)

const note = prepared((p: Params<{ requestId: OperatorRequestId; providerReference: string }>) =>
  db
    .with('noted', (books) =>
      books
        .updateTable('transaction')
        .set((eb): Changes<'transaction'> => ({
          providerReference: unused(eb, p.providerReference),
        }))
        .where('operatorRequestId', '=', p.requestId)
        .where('providerReference', 'is', null),
    )
    .updateTable('refund')
    .set((eb): Changes<'refund'> => ({
      providerReference: unusedReference(p.providerReference, {
        id: eb.ref('refund.id'),
        provider: eb.ref('refund.provider'),
      }),
    }))
    .where('operatorRequestId', '=', p.requestId)
    .where('providerReference', 'is', null),
)
