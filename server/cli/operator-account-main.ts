import { text } from 'node:stream/consumers'
import { parseEnv } from 'node:util'
import { asId, isUuid, type ServiceEnvId } from '#domain/ids.ts'
import { EnvError, exitOnEnvError } from '#platform/env-error.ts'
import { envFields } from '#platform/env-fields.ts'
import { readOperatorAccounts } from '#platform/env-operators.ts'
import { readCommandEnv } from '#platform/command-env.ts'
import {
  type AccountChange,
  NoOperatorAccount,
  OperatorAccountHoldsMoney,
  OperatorAccountInUse,
  removeOperatorAccount,
  setOperatorAccount,
} from '#use-cases/operators/set-account.ts'
import type { Database } from '#db/connect.ts'
import { requireMasterKey } from '#db/master-key.ts'
import { onDatabase } from './on-database.ts'
import { print } from '#platform/print.ts'

/**
 * `npm run operator-account -- set <environment id> < account.env`, with the variables of `.env.example`, and `npm
 * run operator-account -- remove <environment id> <provider>`; `--money-moved` says that the service's money is where its
 * payouts and refunds leave from then on. Credentials come by standard input, so that they
 * appear in no process list and no shell history.
 */
async function main(): Promise<void> {
  const { provider, ...change } = typedOrder(process.argv.slice(2))
  const env = readCommandEnv()
  try {
    await onDatabase(env, async (database) => {
      await requireMasterKey(database)
      if (provider === undefined) return set(database, change, env.isProduction)
      await removeOperatorAccount(database, change, provider)
      print(`The service no longer has an account of its own at ${provider}.`)
    })
  } catch (error) {
    throw isRefusal(error) ? new EnvError([error.message]) : error
  }
}

/** To remove the account at `provider`; to set one, if that is undefined. */
function typedOrder(words: readonly string[]) {
  const isMoneyMoved = words.at(-1) === moneyMoved
  const [order, serviceEnv = '', provider, ...more] = isMoneyMoved ? words.slice(0, -1) : words
  const isKnown = order === 'set' ? provider === undefined : order === 'remove' && provider
  if (!isKnown || !isUuid(serviceEnv) || more.length > 0) throw new EnvError([usage])
  return { serviceEnvId: asId<ServiceEnvId>(serviceEnv), provider, isMoneyMoved }
}

const moneyMoved = '--money-moved'
const usage = `Usage: npm run operator-account -- set <environment id> [${moneyMoved}] < account.env
       npm run operator-account -- remove <environment id> <provider> [${moneyMoved}]`
const refusals = [OperatorAccountInUse, OperatorAccountHoldsMoney, NoOperatorAccount]

async function set(
  database: Database,
  change: AccountChange,
  isProduction: boolean,
): Promise<void> {
  const fields = envFields(parseEnv(await text(process.stdin)))
  const accounts = readOperatorAccounts(fields, isProduction)
  if (accounts.length === 0) fields.problems.push('The input contains no complete account.')
  if (fields.problems.length > 0) throw new EnvError(fields.problems)
  for (const account of accounts) {
    await setOperatorAccount(database, change, account)
    print(`The service's own account at ${account.provider} is set.`)
  }
}

function isRefusal(error: unknown): error is Error {
  return refusals.some((refusal) => error instanceof refusal)
}

main().catch((error: unknown) => exitOnEnvError(error))
