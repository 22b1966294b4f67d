import { readEnv } from '#platform/env.ts'
import { exitOnEnvError } from '#platform/env-error.ts'
import { createKeyring } from '#platform/keyring.ts'
import { masterKeyOf } from '#platform/master-key.ts'
import { searchReferenceOf } from '#platform/search-reference.ts'

/** `npm run search-value -- REFERENCE`: prints by what a merchant's reference is found in the Temporal UI. */
function main(): void {
  const [reference, ...more] = process.argv.slice(2)
  if (reference === undefined || more.length > 0) {
    process.stderr.write('Usage: npm run search-value -- REFERENCE\n')
    process.exitCode = 1
    return
  }
  const env = readEnv()
  const searchReference = searchReferenceOf(env, createKeyring(masterKeyOf(env)))
  const value = searchReference?.(reference) ?? reference
  process.stdout.write(`Reference = '${value.replaceAll("'", "''")}'\n`)
}

try {
  main()
} catch (error) {
  exitOnEnvError(error)
}
