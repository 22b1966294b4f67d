import { EnvError, runCommand } from '#platform/env-error.ts'
import { readEnv, requireServices } from '#platform/env.ts'
import { connectClient } from '#platform/temporal.ts'
import { listAsking } from '#use-cases/runs/attention.ts'
import { signalLookAgain } from '#use-cases/runs/look-again.ts'
import { onDatabase } from './on-database.ts'

/**
 * `npm run look-again -- <workflow id>…` or `-- --all`: makes runs that need attention retry what failed; exits with
 * 1 if one of them has no open run.
 */
async function main(): Promise<number> {
  const env = requireServices(readEnv())
  const ids = await wantedRuns(env, process.argv.slice(2))
  const temporal = connectClient(env)
  try {
    let left = 0
    for (const id of ids) {
      const isTold = await signalLookAgain((work) => temporal.call(work), id)
      if (!isTold) left += 1
      print(isTold ? `${id}  looks again` : `${id}  has no open run`)
    }
    print(`Told: ${ids.length - left} of ${ids.length}.`)
    if (left > 0) print('npm run reconcile starts the runs again whose facts are open.')
    return left > 0 ? 1 : 0
  } finally {
    await temporal.close()
  }
}

async function wantedRuns(env: Services, words: readonly string[]): Promise<readonly string[]> {
  if (words.length === 1 && words[0] === '--all') return onDatabase(env, listAsking)
  if (words.length > 0 && words.every((word) => idShape.test(word))) return words
  throw new EnvError(['Usage: npm run look-again -- <workflow id>… or --all'])
}

type Services = ReturnType<typeof requireServices>

/** Workflow ids as in workflows/contract.ts, including those to which Temporal's schedules append their time. */
const idShape = /^[a-z-]{1,40}\/[A-Za-z0-9:-]{1,80}$/

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

runCommand(main)
