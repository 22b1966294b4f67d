import { setTimeout as pause } from 'node:timers/promises'
import { fail, ServiceError } from '#domain/errors/errors.ts'
import { noteSecurity } from '#platform/request-trail.ts'
import type { Database } from '#db/connect.ts'
import { now, takeTurn } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** A try of a password or code that is being judged. */
export interface Attempt {
  readonly id: bigint
  /** What is tried: `log-in staff`, `password`, `code`. */
  readonly secret: string
}

/** Whose try it is: the name of a counter, and where a stranger may try as well, whence it comes. */
export interface Attempted {
  readonly account: string
  readonly origin?: Origin
}

/** The network address of a try, and the device where that is known to the account (`known-devices.ts`). */
export interface Origin {
  readonly address: string
  readonly deviceId: string | null
}

const windowSeconds = 900
/** Of an account from one place. */
const failuresMax = 5
/**
 * Of an account from everywhere, and of an address for all accounts: many people come from one address of a mobile network.
 * Beyond the first, tries are slowed; beyond the second, none is judged. Neither counts for a known device.
 */
const manyFailures = { ofAccount: { slow: 10, most: 100 }, ofAddress: { slow: 50, most: 500 } }
const slowMs = 2000

/**
 * Counts a try before it is judged, as a failure until `attemptSucceeded` says otherwise: however many come at once, no
 * more than five wrong ones a quarter hour are ever judged, from one place where strangers may try. What strangers do
 * elsewhere slows a try, and never refuses a known device. Refusal: too_many_attempts.
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
    // Addresses before accounts, always: two that wait for each other's turns never do so in a ring.
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
  if (begun.isSlow) await pause(slowMs)
  return { id: begun.id, secret }
}

interface Begun {
  readonly id: bigint
  readonly isSlow: boolean
}

/** The first words of an account: the rest says whose it is. */
const secretOf = /^(?:log-in )?[a-z]+/

function nameOf({ address, deviceId }: Origin): string {
  return deviceId === null ? `address ${address}` : `device ${deviceId}`
}

/** Whether others have tried this account, or this address others, too often. Refusal: too_many_attempts. */
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

/** What tries are counted by; null counts all. */
interface Place {
  readonly accountDigest: Buffer | null
  readonly addressDigest: Buffer | null
}

const turnOf = (digest: Buffer) => takeTurn({ name: `attempt ${digest.toString('hex')}` })

function refuseBlocked(blocked: { readonly seconds: number } | undefined): void {
  if (blocked) throw fail('too_many_attempts', { retry_after_seconds: blocked.seconds })
}

const window = sql.raw(`interval '${windowSeconds} s'`)
/** Not `now()`: turns are waited for inside the transaction. */
const thisMoment = sql<Date>`clock_timestamp()`

/** For how long there are more failures than may be. */
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

/** The try was right: it counts no more. */
export async function attemptSucceeded(tx: Sql, { id }: Attempt): Promise<void> {
  await tx.run(succeed({ id }))
}

/** The try was wrong: it goes on counting. One write, as for a right one, so that no answer comes sooner. */
export async function attemptFailed(tx: Sql, { id, secret }: Attempt): Promise<void> {
  noteSecurity({ event: 'auth.failed', tried: secret })
  await tx.run(failOne({ id }))
}

/** What was tried of an account from this place counts no more: who it was has proven it otherwise. */
export async function forgiveAttempts(
  tx: Sql,
  { keyring }: Pick<Database, 'keyring'>,
  { account, origin }: Required<Attempted>,
): Promise<void> {
  const digest = (text: string): Buffer => keyring.mac('attempt', text)
  await tx.run(forgive({ accountDigest: digest(account), addressDigest: digest(nameOf(origin)) }))
}

/** Forgets tries of the days before; a bounded batch a call. */
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
