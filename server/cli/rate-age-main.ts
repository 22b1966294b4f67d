import { EnvError, exitOnEnvError } from '#platform/env-error.ts'
import { readCommandEnv } from '#platform/command-env.ts'
import { defaultAge, listRateAges, rateAgeHoursMax, setRateAge } from '#use-cases/rates/ages.ts'
import { floatingCurrencies } from '#use-cases/rates/typed.ts'
import { onDatabase } from './on-database.ts'

/**
 * `npm run rate-age -- [<currency>|default <hours>]`: sets how old an offered exchange rate may be; without
 * arguments, shows it.
 */
async function main(): Promise<void> {
  const age = typedAge(process.argv.slice(2))
  const env = readCommandEnv()
  await onDatabase(env, async (database) => {
    if (age !== undefined) await setRateAge(database, age)
    for (const { currency, hours } of await listRateAges(database)) {
      process.stdout.write(`${currency} ${hours} h\n`)
    }
  })
}

function typedAge([currency, text = '', ...more]: readonly string[]) {
  if (currency === undefined) return undefined
  const known: readonly string[] = [...floatingCurrencies, defaultAge]
  const hours = /^\d{1,5}$/.test(text) ? Number(text) : 0
  const isGood = known.includes(currency) && hours >= 1 && hours <= rateAgeHoursMax
  if (isGood && more.length === 0) return { currency, hours }
  throw new EnvError(['Usage: npm run rate-age -- [<currency>|default <hours, 1 to 87600>]'])
}

main().catch((error: unknown) => exitOnEnvError(error))
