import { fail, ServiceError } from '#domain/errors/errors.ts'
import { noteSecurity, slowAnswer } from '#platform/request-trail.ts'
import type { Database } from '#db/connect.ts'
import { now, takeTurn } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** An attempt with a password or code that is being checked. */
export interface Attempt {
  readonly id: bigint
  /** What is tried: `log-in staff`, `password`, `code`. */
  readonly secret: string
}

/** The counter of an attempt, and its origin if strangers can try too. */
export interface Attempted {
  readonly account: string
  readonly origin?: Origin
}

/** The network address of an attempt, and the device if the account knows it (`known-devices.ts`). */
export interface Origin {
  readonly address: string
  readonly deviceId: string | null
}

export const windowSeconds = 900
/** Per account and origin. */
export const failuresMax = 5
/**
 * Per account from anywhere, and per address for all accounts, because many people share one address of a mobile
 * network. Above `slow`, attempts are slowed down; above `most`, none is checked. Neither applies to a known device.
 */
const manyFailures = { ofAccount: { slow: 10, most: 100 }, ofAddress: { slow: 50, most: 500 } }
const slowMs = 2000

/**
 * Counts an attempt before it is checked, as a failure until `attemptSucceeded`: however many arrive at once, at most
 * five wrong ones per quarter hour are ever checked, per origin if strangers can try. Attempts elsewhere slow the
 * answer to this one down, but never block a known device. Refusal: too_many_attempts.
 */
export async function beginAttempt(
  database: Pick<Database, 'pool' | 'keyring'>,
  { account, origin }: Attempted,
): Promise<Attempt> {
  const [secret] = secretOf.exec(account) ?? ['']
  const digest = (text: string): Buffer => database.keyring.mac('attempt', text)
  const accountDigest = digest(account)
  const addressDigest = origin ? digest(nameOf(origin)) : null
  const judge = async (tx: Sql): Promise<Begun> => {
    // Always addresses before accounts, so that waiting attempts cannot deadlock.
    if (addressDigest !== null) await tx.run(turnOf(addressDigest))
    await tx.run(turnOf(accountDigest))
    const from = { accountDigest, addressDigest }
    refuseBlocked(await tx.first(ofPlace({ ...from, offset: failuresMax - 1 })))
    const isSlow = origin?.deviceId === null && (await isSlowed(tx, from))
    return { ...(await tx.only(insert(from))), isSlow }
  }
  const begun = await inTransaction(database.pool, judge).catch((error: unknown) => {
    if (error instanceof ServiceError) noteSecurity({ event: 'auth.blocked', tried: secret })
    throw error
  })
  if (begun.isSlow) slowAnswer(slowMs)
  return { id: begun.id, secret }
}

interface Begun {
  readonly id: bigint
  readonly isSlow: boolean
}

/** The first words of an account's counter; the rest identifies the person. */
const secretOf = /^(?:log-in )?[a-z]+/

function nameOf({ address, deviceId }: Origin): string {
  return deviceId === null ? `address ${address}` : `device ${deviceId}`
}

/** Whether others have tried this account too often, or this address other accounts. Refusal: too_many_attempts. */
async function isSlowed(tx: Sql, { accountDigest, addressDigest }: Place): Promise<boolean> {
  const { ofAccount, ofAddress } = manyFailures
  const everywhere = { accountDigest, addressDigest: null }
  const everybody = { accountDigest: null, addressDigest }
  refuseBlocked(await tx.first(ofPlace({ ...everywhere, offset: ofAccount.most - 1 })))
  refuseBlocked(await tx.first(ofPlace({ ...everybody, offset: ofAddress.most - 1 })))
  const slowed =
    (await tx.first(ofPlace({ ...everywhere, offset: ofAccount.slow - 1 }))) ??
    (await tx.first(ofPlace({ ...everybody, offset: ofAddress.slow - 1 })))
  return slowed !== undefined
}

/** What attempts are counted by; null counts all. */
interface Place {
  readonly accountDigest: Buffer | null
  readonly addressDigest: Buffer | null
}

const turnOf = (digest: Buffer) => takeTurn({ name: `attempt ${digest.toString('hex')}` })

function refuseBlocked(blocked: { readonly seconds: number } | undefined): void {
  if (blocked) throw fail('too_many_attempts', { retry_after_seconds: blocked.seconds })
}

const window = sql.raw(`interval '${windowSeconds} s'`)
/** Not `now()`, because the transaction waits for its turn. */
const thisMoment = sql<Date>`clock_timestamp()`

/** How long the number of failures stays above the limit. */
const ofPlace = ({ accountDigest, addressDigest, offset }: Place & { readonly offset: number }) => {
  const failures = db
    .selectFrom('secretAttempt')
    .select((eb) =>
      sql<number>`ceil(extract(epoch from ${eb.ref('at')} + ${window} - ${thisMoment}))::int`.as(
        'seconds',
      ),
    )
    .where('succeededAt', 'is', null)
    .where('at', '>', sql<Date>`${thisMoment} - ${window}`)
    .orderBy('at', 'desc')
    .offset(offset)
    .limit(1)
  const ofOne =
    accountDigest === null ? failures : failures.where('accountDigest', '=', accountDigest)
  return addressDigest === null ? ofOne : ofOne.where('addressDigest', '=', addressDigest)
}

const insert = prepared((p: Params<{ accountDigest: Buffer; addressDigest: Buffer | null }>) =>
  db
    .insertInto('secretAttempt')
    .values({ accountDigest: p.accountDigest, addressDigest: p.addressDigest, at: thisMoment })
    .returning('id'),
)

/** The attempt succeeded, and no longer counts. */
export async function attemptSucceeded(tx: Sql, { id }: Attempt): Promise<void> {
  await tx.run(succeed({ id }))
}

/** The attempt failed, and keeps counting. Writes once, as a success does, so that neither answer is faster. */
export async function attemptFailed(tx: Sql, { id, secret }: Attempt): Promise<void> {
  noteSecurity({ event: 'auth.failed', tried: secret })
  await tx.run(failOne({ id }))
}

/** Checks an attempt; one that could not be checked at all, because too many wait, does not count. */
export async function judged<Result>(
  tx: Sql,
  attempt: Attempt,
  check: () => Promise<Result>,
): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    await attemptSucceeded(tx, attempt)
    throw error
  }
}

/** Attempts on an account from this origin no longer count: the person has proven their identity in another way. */
export async function forgiveAttempts(
  tx: Sql,
  { keyring }: Pick<Database, 'keyring'>,
  { account, origin }: Required<Attempted>,
): Promise<void> {
  const digest = (text: string): Buffer => keyring.mac('attempt', text)
  await tx.run(forgive({ accountDigest: digest(account), addressDigest: digest(nameOf(origin)) }))
}

/** Deletes old attempts; a bounded batch per call. */
export function purgeAttempts(tx: Sql): Promise<number> {
  return tx.run(purge({}))
}

const attempt = db.updateTable('secretAttempt')

const succeed = prepared((p: Params<Pick<Attempt, 'id'>>) =>
  attempt.set({ succeededAt: now }).where('id', '=', p.id),
)

const forgive = prepared((p: Params<{ accountDigest: Buffer; addressDigest: Buffer }>) =>
  attempt
    .set({ succeededAt: now })
    .where('accountDigest', '=', p.accountDigest)
    .where('addressDigest', '=', p.addressDigest)
    .where('succeededAt', 'is', null),
)

const failOne = prepared((p: Params<Pick<Attempt, 'id'>>) =>
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
