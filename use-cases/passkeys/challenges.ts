import { randomBytes } from 'node:crypto'
import type { Database } from '#db/connect.ts'
import { readClock } from '#db/read-clock.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** The purpose of a challenge, and the session or browser it is valid in. */
export interface ChallengeUse {
  readonly purpose: 'register' | 'second_step' | 'log_in' | 'act' | 'proof'
  /** Known only to this session or browser. */
  readonly holder: string
}

/** Why an answer is refused. */
export type ChallengeFault = 'other_challenge' | 'old_challenge' | 'answered'

const timeBytes = 6
const nonceBytes = 16
const headBytes = timeBytes + nonceBytes
const validMs = 300_000

type Books = Pick<Database, 'pool' | 'keyring'>

/** A challenge valid for five minutes by the clock of the books. Nothing is stored until it is answered. */
export async function newChallenge(database: Books, use: ChallengeUse): Promise<Buffer> {
  const at = await readClock(onPool(database.pool))
  return challengeUntil(database, use, at.getTime() + validMs)
}

/** A challenge: its expiry, a random part and our signature. */
export function challengeUntil(
  { keyring }: Pick<Database, 'keyring'>,
  use: ChallengeUse,
  untilMs: number,
): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUIntBE(untilMs, 0, timeBytes)
  randomBytes(nonceBytes).copy(head, timeBytes)
  return Buffer.concat([head, signatureOf(keyring, use, head)])
}

/** Consumes a challenge, once, whatever the result; null if the challenge is valid. */
export async function takeChallenge(
  { keyring }: Pick<Database, 'keyring'>,
  books: Sql,
  { use, challenge }: { readonly use: ChallengeUse; readonly challenge: Buffer },
): Promise<ChallengeFault | null> {
  const head = challenge.subarray(0, headBytes)
  const isOurs = keyring.sameBytes(challenge.subarray(headBytes), signatureOf(keyring, use, head))
  if (head.length < headBytes || !isOurs) return 'other_challenge'
  const at = await readClock(books)
  if (head.readUIntBE(0, timeBytes) < at.getTime()) return 'old_challenge'
  const taken = await books.run(note({ nonce: Buffer.from(head.subarray(timeBytes)) }))
  return taken > 0 ? null : 'answered'
}

function signatureOf(
  keyring: Database['keyring'],
  { purpose, holder }: ChallengeUse,
  head: Buffer,
): Buffer {
  return keyring.mac('passkey-challenge', `${purpose} ${holder} ${head.toString('hex')}`)
}

const note = prepared((p: Params<{ nonce: Buffer }>) =>
  db
    .insertInto('passkeyAnswer')
    .values({ nonce: p.nonce })
    .onConflict((conflict) => conflict.doNothing()),
)

/** Deletes answers whose challenges expired long ago; a bounded batch per call, whose size it returns. */
export function purgeAnswers(tx: Sql): Promise<number> {
  return tx.run(purge({}))
}

const purge = prepared(() =>
  db.deleteFrom('passkeyAnswer').where('nonce', 'in', (eb) =>
    eb
      .selectFrom('passkeyAnswer')
      .select('nonce')
      .where('at', '<', sql<Date>`now() - interval '1 hour'`)
      .limit(10_000),
  ),
)
