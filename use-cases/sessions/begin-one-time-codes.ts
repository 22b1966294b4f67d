import { fail } from '#domain/errors/errors.ts'
import { codeUri, newCodeSecret } from '#platform/one-time-code.ts'
import type { Database } from '#db/connect.ts'
import { sealCodeSecret } from './one-time-codes.ts'
import type { Session } from './sessions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { confirmPassword } from './confirm-password.ts'

/**
 * A secret for somebody's authenticator, in base32 and as the text of a QR code. It takes effect once a code was
 * given (`confirmOneTimeCodes`). Refusals: wrong_password, too_many_attempts; action_not_allowed if codes are already
 * on.
 */
export async function beginOneTimeCodes(
  database: Database,
  { person }: Pick<Session, 'person'>,
  { password, issuer }: { readonly password: string; readonly issuer: string },
): Promise<{ readonly secret: string; readonly uri: string }> {
  await confirmPassword(database, person, password)
  const secret = newCodeSecret()
  const sealed = sealCodeSecret(database, person.id, secret)
  const drafted = await onPool(database.pool).run(draft({ id: person.id, sealed }))
  if (drafted === 0) throw fail('action_not_allowed')
  return { secret, uri: codeUri(secret, { issuer, label: person.email }) }
}

const draft = prepared((p: Params<{ id: Session['person']['id']; sealed: Buffer }>) =>
  db
    .updateTable('person')
    .set({ codeDraftSealed: p.sealed })
    .where('id', '=', p.id)
    .where('status', '=', 'active')
    .where('codeSecretSealed', 'is', null),
)
