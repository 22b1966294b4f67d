import { fail } from '#domain/errors/errors.ts'
import type { Database } from '#db/connect.ts'
import { now, takeTurn } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** A try of a password or code that is being judged. */
export type AttemptId = bigint

/** Whose try it is: the name of a counter, and the network address where that counts as well. */
export interface Attempted {
  readonly account: string
  readonly address?: string
}

const windowSeconds = 900
/** Spec: Authentication, 7. */
const failuresPerAccountMax = 5
/** Many people come from one address of a mobile network. */
const failuresPerAddressMax = 50

/**
 * Counts a try before it is judged, as a failure until `attemptSucceeded` says otherwise: however many come at once, no
 * more than five wrong ones a quarter hour are ever judged. Refusal: too_many_attempts.
 */
export async function beginAttempt(
  database: Pick<Database, 'pool' | 'keyring'>,
  { account, address }: Attempted,
): Promise<AttemptId> {
  const digest = (text: string): Buffer => database.keyring.mac('attempt', text)
  const accountDigest = digest(account)
  const addressDigest = address === undefined ? null : digest(`address ${address}`)
  return inTransaction(database.pool, async (tx) => {
    // Addresses before accounts, always: two that wait for each other's turns never do so in a ring.
    if (addressDigest !== null) {
      await tx.run(turnOf(addressDigest))
      refuseBlocked(await tx.first(ofAddress({ digest: addressDigest })))
    }
    await tx.run(turnOf(accountDigest))
    refuseBlocked(await tx.first(ofAccount({ digest: accountDigest })))
    const { id } = await tx.only(insert({ accountDigest, addressDigest }))
    return id
  })
}

const turnOf = (digest: Buffer) => takeTurn({ name: `attempt ${digest.toString('hex')}` })

function refuseBlocked(blocked: { readonly seconds: number } | undefined): void {
  if (blocked) throw fail('too_many_attempts', { retry_after_seconds: blocked.seconds })
}

const window = sql.raw(`interval '${windowSeconds} s'`)
/** Not `now()`: turns are waited for inside the transaction. */
const thisMoment = sql<Date>`clock_timestamp()`

/** For how long there are more failures than may be. */
const blockedBy = (column: 'accountDigest' | 'addressDigest', failuresMax: number) =>
  prepared((p: Params<{ digest: Buffer }>) =>
    db
      .selectFrom('secretAttempt')
      .select((eb) =>
        sql<number>`ceil(extract(epoch from ${eb.ref('at')} + ${window} - ${thisMoment}))::int`.as(
          'seconds',
        ),
      )
      .where(column, '=', p.digest)
      .where('succeededAt', 'is', null)
      .where('at', '>', sql<Date>`${thisMoment} - ${window}`)
      .orderBy('at', 'desc')
      .offset(failuresMax - 1)
      .limit(1),
  )

const ofAccount = blockedBy('accountDigest', failuresPerAccountMax)
const ofAddress = blockedBy('addressDigest', failuresPerAddressMax)

const insert = prepared((p: Params<{ accountDigest: Buffer; addressDigest: Buffer | null }>) =>
  db
    .insertInto('secretAttempt')
    .values({ accountDigest: p.accountDigest, addressDigest: p.addressDigest, at: thisMoment })
    .returning('id'),
)

/** The try was right: it counts no more. */
export async function attemptSucceeded(tx: Sql, id: AttemptId): Promise<void> {
  await tx.run(succeed({ id }))
}

/** The try was wrong: it goes on counting. One write, as for a right one, so that no answer comes sooner. */
export async function attemptFailed(tx: Sql, id: AttemptId): Promise<void> {
  await tx.run(failOne({ id }))
}

/** Forgets tries of the days before; a bounded batch a call. */
export async function purgeAttempts(tx: Sql): Promise<void> {
  await tx.run(purge({}))
}

const attempt = db.updateTable('secretAttempt')

const succeed = prepared((p: Params<{ id: AttemptId }>) =>
  attempt.set({ succeededAt: now }).where('id', '=', p.id),
)

const failOne = prepared((p: Params<{ id: AttemptId }>) =>
  attempt.set({ failedAt: now }).where('id', '=', p.id),
)

const purge = prepared(() =>
  db.deleteFrom('secretAttempt').where('id', 'in', (eb) =>
    eb
      .selectFrom('secretAttempt')
      .select('id')
      .where('at', '<', sql<Date>`now() - interval '1 day'`)
      .orderBy('at')
      .limit(10_000),
  ),
)
