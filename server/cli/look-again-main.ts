import { EnvError, runCommand } from '#platform/env-error.ts'
import { readCommandEnv } from '#platform/command-env.ts'
import { connectClient } from '#platform/temporal.ts'
import { listAsking } from '#use-cases/runs/attention.ts'
import { signalLookAgain } from '#use-cases/runs/look-again.ts'
import { onDatabase } from './on-database.ts'
import { print } from '#platform/print.ts'

/**
 * `npm run look-again -- <workflow id>…` or `-- --all`: makes runs that need attention retry what failed; exits with
 * 1 if one of them has no open run, unless it went on to its end by itself after `--all` had found it.
 */
async function main(): Promise<number> {
  const words = typedWords()
  const env = readCommandEnv()
  const ids = isAll(words) ? await onDatabase(env, listAsking) : words
  const missed = await tell(env, ids)
  const asking = missed.length > 0 && isAll(words) ? await onDatabase(env, listAsking) : missed
  const left = missed.filter((id) => asking.includes(id))
  for (const id of missed)
    print(left.includes(id) ? `${id}  has no open run` : `${id}  has ended meanwhile`)
  print(`Told: ${ids.length - missed.length} of ${ids.length}.`)
  if (left.length === 0) return 0
  print('npm run reconcile starts the runs again whose facts are open.')
  return 1
}

/** Those without an open run. */
async function tell(env: Services, ids: readonly string[]): Promise<readonly string[]> {
  const temporal = connectClient(env)
  const missed: string[] = []
  try {
    for (const id of ids) {
      const isTold = await signalLookAgain((work) => temporal.call(work), id)
      if (isTold) print(`${id}  looks again`)
      else missed.push(id)
    }
    return missed
  } finally {
    await temporal.close()
  }
}

function typedWords(): readonly string[] {
  const words = process.argv.slice(2)
  const areIds = words.length > 0 && words.every((word) => idShape.test(word))
  if (isAll(words) || areIds) return words
  throw new EnvError(['Usage: npm run look-again -- <workflow id>… or --all'])
}

function isAll(words: readonly string[]): boolean {
  return words.length === 1 && words[0] === '--all'
}

type Services = ReturnType<typeof readCommandEnv>

/** Workflow ids as in workflows/contract.ts, including those to which Temporal's schedules append their time. */
const idShape = /^[a-z-]{1,40}\/[A-Za-z0-9:-]{1,80}$/

runCommand(main)
