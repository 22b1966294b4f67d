import type { Person } from '#domain/people/person.ts'
import { readTypedCode } from '#domain/text/typed-code.ts'
import { codeStep } from '#platform/one-time-code.ts'
import type { Database } from '#db/connect.ts'
import type { Sql } from '#db/sql.ts'

type Keyring = Pick<Database, 'keyring'>

/** A secret as it is kept: it opens for this person alone. */
export function sealCodeSecret({ keyring }: Keyring, id: Person['id'], secret: string): Buffer {
  return keyring.seal(purpose, `${id} ${secret}`)
}

/** The secret of this person. */
function openCodeSecret({ keyring }: Keyring, id: Person['id'], sealed: Buffer): string {
  const [owner, secret] = keyring.open(purpose, sealed).toString('utf8').split(' ')
  if (owner !== id || secret === undefined) throw new Error('a secret of somebody else')
  return secret
}

/** Takes a code of the person's device, once; or a recovery code, once. False for any other text. */
export async function takeCode(
  database: Keyring,
  sql: Sql,
  {
    id,
    sealed,
    code,
  }: { readonly id: Person['id']; readonly sealed: Buffer; readonly code: string },
): Promise<boolean> {
  const typed = code.replaceAll(/\s/g, '')
  if (!deviceCodeShape.test(typed)) return takeRecoveryCode(database, sql, { id, code })
  const step = codeStep(openCodeSecret(database, id, sealed), typed, new Date())
  if (step === undefined) return false
  const taken = await sql.rows(
    `update person set code_last_step = $2 where id = $1 and (code_last_step is null or code_last_step < $2) returning id`,
    [id, step],
  )
  return taken.length > 0
}

/** The only form in which a recovery code is kept; any spelling of it gives the same. */
export function recoveryDigest({ keyring }: Keyring, id: Person['id'], code: string): Buffer {
  return keyring.mac('recovery-code', `${id} ${readTypedCode(code) ?? code}`)
}

const purpose = 'one-time-codes'
const deviceCodeShape = /^\d{6}$/

async function takeRecoveryCode(
  database: Keyring,
  sql: Sql,
  { id, code }: { readonly id: Person['id']; readonly code: string },
): Promise<boolean> {
  const taken = await sql.rows(
    `update recovery_code set used_at = now() where person_id = $1 and digest = $2 and used_at is null returning digest`,
    [id, recoveryDigest(database, id, code)],
  )
  return taken.length > 0
}

/** A log-in asks for no code any more; the last step stays, so that no code of a time before is ever taken. */
export async function forgetCodes(sql: Sql, id: Person['id']): Promise<void> {
  await sql.rows(
    'update person set code_secret_sealed = null, code_draft_sealed = null where id = $1',
    [id],
  )
  await sql.rows('delete from recovery_code where person_id = $1', [id])
}
