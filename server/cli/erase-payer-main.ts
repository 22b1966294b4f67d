import { counted } from '#platform/counted.ts'
import { EnvError, exitOnEnvError } from '#platform/env-error.ts'
import { readCommandEnv } from '#platform/command-env.ts'
import { parsePhone, type Phone } from '#domain/phone/phone.ts'
import { erasePayer } from '#use-cases/retention/erase-payers.ts'
import { requireMasterKey } from '#db/master-key.ts'
import { onDatabase } from './on-database.ts'

/**
 * `npm run erase-payer -- <phone> [days]`: erases a payer from payments that ended at least so many days ago
 * (docs/data.md#erasure).
 */
async function main(): Promise<void> {
  const { phone, days } = typedRequest(process.argv.slice(2))
  const env = readCommandEnv()
  const erased = await onDatabase(env, async (database) => {
    await requireMasterKey(database)
    return erasePayer(database, phone, days)
  })
  process.stdout.write(
    `Erased from ${counted(erased, 'payment')} that ended more than ${counted(days, 'day')} ago.\n`,
  )
}

/** Younger payments may still be refunded. */
const usualDays = 90

function typedRequest([number = '', days = `${usualDays}`, ...more]: readonly string[]): {
  readonly phone: Phone
  readonly days: number
} {
  const phone = parsePhone(number, {})
  if (!phone.ok || more.length > 0 || !/^\d{1,5}$/.test(days)) {
    throw new EnvError(['Usage: npm run erase-payer -- <phone in international format> [days]'])
  }
  return { phone: phone.value, days: Number(days) }
}

main().catch((error: unknown) => exitOnEnvError(error))
