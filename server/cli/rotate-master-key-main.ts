import { commandWord } from '#platform/command-words.ts'
import { runCommand } from '#platform/env-error.ts'
import { readCommandEnv } from '#platform/command-env.ts'
import type { Database } from '#db/connect.ts'
import { requireMasterKey } from '#db/master-key.ts'
import { type ColumnProgress, countUnsealed, resealAll } from '#db/reseal.ts'
import { requireSchema } from '#db/schema-check.ts'
import { onDatabase } from './on-database.ts'
import { print } from '#platform/print.ts'

/**
 * `npm run rotate-master-key [-- --status]`: reseals under the first key of MASTER_KEY what is sealed under another
 * one, while the service runs (docs/runbook.md#master-key); exits with 1 if something is left.
 */
async function main(): Promise<number> {
  const isStatus = commandWord('npm run rotate-master-key [-- --status]', '--status') !== undefined
  const env = readCommandEnv()
  return onDatabase(env, async (database) => {
    await requireSchema(database.pool)
    await requireMasterKey(database)
    const unreadable = isStatus ? [] : await reseal(database)
    return tellLeft(database, unreadable)
  })
}

/** Prints progress every so many batches and at the end of each column. */
async function reseal(database: Database): Promise<readonly string[]> {
  const unreadable: string[] = []
  let batches = 0
  for await (const progress of resealAll(database)) {
    batches += 1
    if (progress.left > 0 && batches % batchesTold !== 0) continue
    print(lineOf(progress))
    if (progress.left === 0)
      unreadable.push(...progress.unreadable.map((row) => `${progress.column} of ${row}`))
  }
  return unreadable
}

const batchesTold = 25

async function tellLeft(database: Database, unreadable: readonly string[]): Promise<number> {
  for (const row of unreadable) print(`No key opens ${row}`)
  const columns = (await countUnsealed(database)).filter(({ left }) => left > 0)
  for (const { column, left } of columns) print(`${column}: ${left} left`)
  print(columns.length === 0 ? allDone : someLeft)
  return columns.length === 0 ? 0 : 1
}

const allDone = 'Everything is sealed under the first key. MASTER_KEY may be that one alone.'
const someLeft =
  'Keep all keys. Run it again once every process has MASTER_KEY with the new key first.'

function lineOf({ column, resealed, left }: ColumnProgress): string {
  return `${column}: ${resealed} resealed, ${left} to go`
}

runCommand(main)
