import { ServiceError } from '#domain/errors/errors.ts'
import { EnvError, exitOnEnvError } from '#platform/env-error.ts'
import { readCommandEnv } from '#platform/command-env.ts'
import { makeAdministrator } from '#use-cases/people/make-administrator.ts'
import { requireMasterKey } from '#db/master-key.ts'
import { onDatabase } from './on-database.ts'
import { print } from '#platform/print.ts'

/**
 * `npm run staff -- <e-mail> <name>`: creates each of the first two administrators, or lets one back in; prints the
 * code once.
 */
async function main(): Promise<void> {
  const [email = '', ...names] = process.argv.slice(2)
  const name = names.join(' ').trim()
  if (!emailShape.test(email) || name === '' || name.length > nameLengthMax) {
    throw new EnvError(['Usage: npm run staff -- <e-mail> <name>'])
  }
  const env = readCommandEnv()
  try {
    const { person, invitationCode } = await onDatabase(env, async (database) => {
      await requireMasterKey(database)
      return makeAdministrator(database, { email, name })
    })
    print(`Administrator: ${person.name} <${person.email}>`)
    print(`Invitation code, for 72 hours, shown once: ${invitationCode}`)
    print(`Choose a password with it at ${env.publicUrl}/staff`)
  } catch (error) {
    throw error instanceof ServiceError ? new EnvError([refusals[error.code] ?? error.code]) : error
  }
}

const emailShape = /^[^\s@]{1,64}@[^\s@]{1,189}$/
const nameLengthMax = 120
const refusals: Readonly<Record<string, string>> = {
  operation_not_allowed: 'There are two active administrators: they invite others.',
  email_taken: 'This address belongs to a member of staff who is not an active administrator.',
}

main().catch((error: unknown) => exitOnEnvError(error))
