import { randomBytes } from 'node:crypto'
import type { Database } from '#db/connect.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** What an answer is for, and in which session or browser: it counts there alone. */
export interface ChallengeUse {
  readonly purpose: 'register' | 'second_step' | 'log_in' | 'act' | 'proof'
  /** Known to this session or browser alone. */
  readonly holder: string
}

/** Why an answer to it is refused. */
export type ChallengeFault = 'other_challenge' | 'old_challenge' | 'answered'

const timeBytes = 6
const nonceBytes = 16
const headBytes = timeBytes + nonceBytes
const validMs = 300_000

/** A challenge for five minutes: its end, a random part and our signature. It is kept nowhere until it is answered. */
export function newChallenge({ keyring }: Pick<Database, 'keyring'>, use: ChallengeUse): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUIntBE(Date.now() + validMs, 0, timeBytes)
  randomBytes(nonceBytes).copy(head, timeBytes)
  return Buffer.concat([head, signatureOf(keyring, use, head)])
}

/** Takes the answer to a challenge, once, whatever comes of it; null where nothing is wrong with the challenge. */
export async function takeChallenge(
  { keyring }: Pick<Database, 'keyring'>,
  books: Sql,
  { use, challenge }: { readonly use: ChallengeUse; readonly challenge: Buffer },
): Promise<ChallengeFault | null> {
  const head = challenge.subarray(0, headBytes)
  const isOurs = keyring.sameBytes(challenge.subarray(headBytes), signatureOf(keyring, use, head))
  if (head.length < headBytes || !isOurs) return 'other_challenge'
  if (head.readUIntBE(0, timeBytes) < Date.now()) return 'old_challenge'
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

/** Forgets answers whose challenges are over for long; a bounded batch a call, whose size it tells. */
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
