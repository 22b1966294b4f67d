import { fail } from '#domain/errors/errors.ts'
import { codeUri, newCodeSecret } from '#platform/one-time-code.ts'
import type { Database } from '#db/connect.ts'
import { sealCodeSecret } from './one-time-codes.ts'
import type { Session } from './sessions.ts'
import { onPool } from '#db/sql.ts'
import { confirmPassword } from './confirm-password.ts'

/**
 * A secret for somebody's device, in base32 and as a QR code's text. It counts once a code of it was given
 * (`confirmOneTimeCodes`). Refusals: wrong_password, too_many_attempts; action_not_allowed where codes are on already.
 */
export async function beginOneTimeCodes(
  database: Database,
  { person }: Pick<Session, 'person'>,
  { password, issuer }: { readonly password: string; readonly issuer: string },
): Promise<{ readonly secret: string; readonly uri: string }> {
  await confirmPassword(database, person, password)
  const secret = newCodeSecret()
  const drafted = await onPool(database.pool).rows(
    `update person set code_draft_sealed = $2
     where id = $1 and status = 'active' and code_secret_sealed is null returning id`,
    [person.id, sealCodeSecret(database, person.id, secret)],
  )
  if (drafted.length === 0) throw fail('action_not_allowed')
  return { secret, uri: codeUri(secret, { issuer, label: person.email }) }
}
