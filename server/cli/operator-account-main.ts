import { text } from 'node:stream/consumers'
import { parseEnv } from 'node:util'
import { asId, isUuid, type ServiceEnvId } from '#domain/ids.ts'
import { EnvError, exitOnEnvError } from '#platform/env-error.ts'
import { envFields } from '#platform/env-fields.ts'
import { readOperatorAccounts } from '#platform/env-operators.ts'
import { readCommandEnv } from '#platform/command-env.ts'
import {
  NoOperatorAccount,
  OperatorAccountInUse,
  removeOperatorAccount,
  setOperatorAccount,
} from '#use-cases/operators/set-account.ts'
import { readOwedToPayers } from '#use-cases/late-outcomes/owed.ts'
import { readBalance } from '#use-cases/balance/read.ts'
import type { Database } from '#db/connect.ts'
import { requireMasterKey } from '#db/master-key.ts'
import { onDatabase } from './on-database.ts'

/**
 * `npm run operator-account -- set <environment id> < account.env`, with the variables of `.env.example`, and `npm
 * run operator-account -- remove <environment id> <provider>`. Credentials come by standard input, so that they
 * appear in no process list and no shell history.
 */
async function main(): Promise<void> {
  const { serviceEnvId, provider } = typedOrder(process.argv.slice(2))
  const env = readCommandEnv()
  try {
    await onDatabase(env, async (database) => {
      await requireMasterKey(database)
      if (provider === undefined) return set(database, serviceEnvId, env.isProduction)
      await removeOperatorAccount(database, serviceEnvId, provider)
      print(`The service no longer has an account of its own at ${provider}.`)
      return tellBalance(database, serviceEnvId)
    })
  } catch (error) {
    const isRefused = error instanceof OperatorAccountInUse || error instanceof NoOperatorAccount
    throw isRefused ? new EnvError([error.message]) : error
  }
}

/** To remove the account at `provider`; to set one, if that is undefined. */
function typedOrder([order, serviceEnv = '', provider, ...more]: readonly string[]) {
  const isKnown = order === 'set' ? provider === undefined : order === 'remove' && provider
  if (!isKnown || !isUuid(serviceEnv) || more.length > 0) throw new EnvError([usage])
  return { serviceEnvId: asId<ServiceEnvId>(serviceEnv), provider }
}

const usage = `Usage: npm run operator-account -- set <environment id> < account.env
       npm run operator-account -- remove <environment id> <provider>`

async function set(
  database: Database,
  serviceEnvId: ServiceEnvId,
  isProduction: boolean,
): Promise<void> {
  const fields = envFields(parseEnv(await text(process.stdin)))
  const accounts = readOperatorAccounts(fields, isProduction)
  if (accounts.length === 0) fields.problems.push('The input contains no complete account.')
  if (fields.problems.length > 0) throw new EnvError(fields.problems)
  for (const account of accounts) {
    await setOperatorAccount(database, serviceEnvId, account)
    print(`The service's own account at ${account.provider} is set.`)
  }
  await tellBalance(database, serviceEnvId)
}

/** What was collected before lies where it was collected: only people can move it. */
async function tellBalance(database: Database, serviceEnvId: ServiceEnvId): Promise<void> {
  const balance = await readBalance(database, serviceEnvId)
  const { available, pending, pendingConfirmation, held, withheld, reserved } = balance
  const sum = available + pending + pendingConfirmation + held + withheld + reserved
  const owed = await readOwedToPayers(database, serviceEnvId)
  if (sum === 0n && owed === 0n) return
  const beside = owed === 0n ? '' : ` Beside it, ${owed} XOF are owed to payers debited late.`
  print(
    `Its balance is ${sum} XOF.${beside} Payouts and refunds leave by the account set now, wherever that money was ` +
      'collected: make sure that it is there.',
  )
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

main().catch((error: unknown) => exitOnEnvError(error))
