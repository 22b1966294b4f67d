import type { Person } from '#domain/people/person.ts'
import { readTypedCode } from '#domain/text/typed-code.ts'
import { codeStep } from '#platform/one-time-code.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { readClock } from '#db/read-clock.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

type Keyring = Pick<Database, 'keyring'>

/** A secret sealed for storage; it only opens for this person. */
export function sealCodeSecret({ keyring }: Keyring, id: Person['id'], secret: string): Buffer {
  return keyring.seal(sealedColumns.codeSecret, id, `${id} ${secret}`)
}

/** The secret of this person. */
function openCodeSecret({ keyring }: Keyring, id: Person['id'], sealed: Uint8Array): string {
  const [owner, secret] = keyring
    .open(sealedColumns.codeSecret, id, sealed)
    .toString('utf8')
    .split(' ')
  if (owner !== id || secret === undefined) throw new Error('a secret of somebody else')
  return secret
}

/**
 * Accepts a code of the person's authenticator by the clock of the books, or a recovery code; each once. False for any
 * other text.
 */
export async function takeCode(
  database: Keyring,
  tx: Sql,
  {
    id,
    sealed,
    code,
  }: { readonly id: Person['id']; readonly sealed: Uint8Array; readonly code: string },
): Promise<boolean> {
  const typed = code.replaceAll(/\s/g, '')
  if (!deviceCodeShape.test(typed)) return takeRecoveryCode(database, tx, { id, code })
  const at = await readClock(tx)
  const step = codeStep(openCodeSecret(database, id, sealed), typed, at)
  if (step === undefined) return false
  return (await tx.run(takeStep({ id, step: BigInt(step) }))) > 0
}

const takeStep = prepared((p: Params<{ id: Person['id']; step: bigint }>) =>
  db
    .updateTable('person')
    .set({ codeLastStep: p.step })
    .where('id', '=', p.id)
    .where((eb) => eb.or([eb('codeLastStep', 'is', null), eb('codeLastStep', '<', p.step)])),
)

/** The only stored form of a recovery code; all its spellings give the same digest. */
export function recoveryDigest({ keyring }: Keyring, id: Person['id'], code: string): Buffer {
  return keyring.mac('recovery-code', `${id} ${readTypedCode(code) ?? code}`)
}

const deviceCodeShape = /^\d{6}$/

async function takeRecoveryCode(
  database: Keyring,
  tx: Sql,
  { id, code }: { readonly id: Person['id']; readonly code: string },
): Promise<boolean> {
  const digest = recoveryDigest(database, id, code)
  return (await tx.run(takeRecovery({ id, digest }))) > 0
}

const takeRecovery = prepared((p: Params<{ id: Person['id']; digest: Buffer }>) =>
  db
    .updateTable('recoveryCode')
    .set({ usedAt: now })
    .where('personId', '=', p.id)
    .where('digest', '=', p.digest)
    .where('usedAt', 'is', null),
)

/**
 * Turns codes off and deletes passkeys, which require codes. The last time step stays, so that an earlier code is
 * never accepted again. False if they were off.
 */
export async function forgetCodes(tx: Sql, id: Person['id']): Promise<boolean> {
  const wereOn = (await tx.run(forgetSecret({ id }))) > 0
  await tx.run(forgetDraft({ id }))
  await tx.run(forgetRecovery({ id }))
  await tx.run(forgetPasskeys({ id }))
  return wereOn
}

const forgetSecret = prepared((p: Params<{ id: Person['id'] }>) =>
  db
    .updateTable('person')
    .set({ codeSecretSealed: null })
    .where('id', '=', p.id)
    .where('codeSecretSealed', 'is not', null),
)

const forgetDraft = prepared((p: Params<{ id: Person['id'] }>) =>
  db.updateTable('person').set({ codeDraftSealed: null }).where('id', '=', p.id),
)

const forgetRecovery = prepared((p: Params<{ id: Person['id'] }>) =>
  db.deleteFrom('recoveryCode').where('personId', '=', p.id),
)

const forgetPasskeys = prepared((p: Params<{ id: Person['id'] }>) =>
  db.deleteFrom('passkey').where('personId', '=', p.id),
)
