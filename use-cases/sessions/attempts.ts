import { fail } from '#domain/errors/errors.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction, type Sql } from '#db/sql.ts'

/** A try of a password or code that is being judged. */
export type AttemptId = string & { readonly __kind: 'attempt' }

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
  return inTransaction(database.pool, async (sql) => {
    // Addresses before accounts, always: two that wait for each other's turns never do so in a ring.
    if (addressDigest !== null) {
      await takeTurn(sql, addressDigest)
      await refuseAbove(sql, statements.ofAddress, [addressDigest, failuresPerAddressMax])
    }
    await takeTurn(sql, accountDigest)
    await refuseAbove(sql, statements.ofAccount, [accountDigest, failuresPerAccountMax])
    const { id } = await sql.one<{ id: AttemptId }>(
      `insert into secret_attempt (account_digest, address_digest, at) values ($1, $2, clock_timestamp()) returning id`,
      [accountDigest, addressDigest],
    )
    return id
  })
}

/** The try was right: it counts no more. */
export async function attemptSucceeded(sql: Sql, id: AttemptId): Promise<void> {
  await sql.rows('update secret_attempt set succeeded_at = now() where id = $1', [id])
}

/** The try was wrong: it goes on counting. One write, as for a right one, so that no answer comes sooner. */
export async function attemptFailed(sql: Sql, id: AttemptId): Promise<void> {
  await sql.rows('update secret_attempt set failed_at = now() where id = $1', [id])
}

/** Forgets tries of the days before; a bounded batch a call. */
export async function purgeAttempts(sql: Sql): Promise<void> {
  await sql.rows(
    `delete from secret_attempt where id in (
       select id from secret_attempt where at < now() - interval '1 day' order by at limit 10000)`,
  )
}

const blockedSeconds = (column: string): string =>
  `select ceil(extract(epoch from at + interval '${windowSeconds} s' - clock_timestamp()))::int as seconds
   from secret_attempt
   where ${column} = $1 and succeeded_at is null and at > clock_timestamp() - interval '${windowSeconds} s'
   order by at desc offset $2::int - 1 limit 1`

const statements = {
  ofAccount: blockedSeconds('account_digest'),
  ofAddress: blockedSeconds('address_digest'),
}

async function takeTurn(sql: Sql, digest: Buffer): Promise<void> {
  await sql.rows(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
    `attempt ${digest.toString('hex')}`,
  ])
}

async function refuseAbove(
  sql: Sql,
  statement: string,
  values: readonly [Buffer, number],
): Promise<void> {
  const [blocked] = await sql.rows<{ seconds: number }>(statement, values)
  if (blocked) throw fail('too_many_attempts', { retry_after_seconds: blocked.seconds })
}
