import { setTimeout as pause } from 'node:timers/promises'
import { databaseOf } from '#platform/env-database.ts'
import { EnvError, runCommand } from '#platform/env-error.ts'
import { counted } from '#platform/counted.ts'
import { readCommandEnv } from '#platform/command-env.ts'
import { createKeyring } from '#platform/keyring.ts'
import { masterKeysOf } from '#platform/master-key.ts'
import { searchReferenceOf } from '#platform/search-reference.ts'
import { connectClient } from '#platform/temporal.ts'
import { requireCodecKeys } from '#db/codec-keys.ts'
import { connectDatabase, type Database } from '#db/connect.ts'
import { requireMasterKey } from '#db/master-key.ts'
import { claimNamespace } from '#db/installation.ts'
import { createOutbox, type Outbox, type OutboxOptions } from '#db/outbox.ts'
import { reconcileRuns, sweepAges } from '#use-cases/runs/reconcile.ts'
import { listLost } from '#use-cases/runs/lost.ts'
import { onPool } from '#db/sql.ts'
import { db, sql } from '#db/statements.ts'
import type { Astray, Sweep } from '#use-cases/runs/sweep.ts'
import { print } from '#platform/print.ts'

/**
 * `npm run reconcile`: compares the open runs with the database once, repairs differences, and reports what is left;
 * exits with 1 if anything is. With `--lost-since <time>` it repairs nothing, and lists the payments and refunds that were
 * accepted since then and that the database, restored to an earlier moment, does not know.
 */
async function main(): Promise<number> {
  const lostSince = readWords(process.argv.slice(2))
  const env = readCommandEnv()
  const keyring = createKeyring(masterKeysOf(env))
  const database = await connectDatabase({ ...databaseOf(env), keyring })
  await requireMasterKey(database)
  await requireCodecKeys(database.pool, env.temporalCodecKeys)
  const temporal = connectClient(env)
  const { temporalNamespace: namespace } = env
  await claimNamespace({ pool: database.pool, namespace, call: temporal.call })
  const complaints = new Set<string>()
  const onError = (error: unknown): void => void complaints.add(String(error))
  const call: OutboxOptions['call'] = (work) => temporal.call(work)
  const outbox = createOutbox({
    pool: database.pool,
    call,
    isEager: false,
    onError,
    searchReference: searchReferenceOf(env, keyring),
  })
  try {
    if (lostSince !== undefined) return await printLost({ database, call }, lostSince)
    const parts = { database, outbox, call }
    const swept = await reconcileRuns(parts, sweepAges)
    print(tableOf(swept.shown))
    print(sentenceOf(swept))
    await handOver(outbox, database)
    const left = await reconcileRuns(parts, { ...sweepAges, isLookOnly: true })
    const owed = await owedStarts(database)
    for (const complaint of complaints) print(`Temporal did not take it: ${complaint}`)
    print(leftText(left, owed))
    return left.missing + left.orphaned + owed > 0 ? 1 : 0
  } finally {
    await outbox.drain()
    await temporal.close()
    await database.close()
  }
}

/** Undefined without words. */
function readWords(words: readonly string[]): Date | undefined {
  if (words.length === 0) return undefined
  const [option, text = ''] = words
  const since = new Date(isoTime.test(text) ? text : Number.NaN)
  if (option !== '--lost-since' || words.length > 2 || Number.isNaN(since.getTime())) {
    throw new EnvError(['Usage: npm run reconcile [-- --lost-since 2026-11-20T18:00:00Z]'])
  }
  return since
}

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

async function printLost(parts: Parameters<typeof listLost>[0], since: Date): Promise<number> {
  let count = 0
  await listLost(parts, since, ({ workflowId, startedAt }) => {
    count += 1
    print(`lost  ${workflowId}  ${startedAt.toISOString()}`)
  })
  print(`Lost: ${count} since ${since.toISOString()}.`)
  return 0
}

const handOverMsMax = 300_000
const pauseMs = 500

/** Works with or without running workers. */
async function handOver(outbox: Outbox, database: Database): Promise<void> {
  await outbox.drain()
  let idleTurns = 0
  const until = Date.now() + handOverMsMax
  while ((await owedStarts(database)) > 0 && Date.now() < until && idleTurns < idleTurnsMax) {
    idleTurns = (await outbox.relay()) > 0 ? 0 : idleTurns + 1
    await pause(pauseMs)
  }
}

/** Five seconds in which nothing was due, or nothing was accepted. */
const idleTurnsMax = 10

async function owedStarts({ pool }: Database): Promise<number> {
  const { owed } = await onPool(pool).only(
    db
      .selectFrom('outbox')
      .select(sql<number>`count(*)::int`.as('owed'))
      .where((eb) => eb.or([eb('signal', 'is', null), eb('startsRun', '=', true)])),
  )
  return owed
}

function tableOf(shown: readonly Astray[]): string {
  const rows = shown.map(({ what, workflowId, since, done }) => [
    what,
    workflowId,
    since.toISOString(),
    done,
  ])
  const all = [['found', 'run', 'since', 'done'], ...rows]
  const widths = [0, 1, 2].map((at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  return all.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')).join('\n')
}

function sentenceOf({ shown, ...swept }: Sweep): string {
  const restarted = Object.values(swept.restarted).reduce((sum, count) => sum + count, 0)
  const more = swept.missing + swept.orphaned - shown.length
  return [
    ...(more > 0 ? [`… and ${more} more.`] : []),
    `Missing runs: ${swept.missing}, started again: ${restarted}.`,
    `Runs without a fact: ${swept.orphaned}, asked to end: ${swept.cancelled}, terminated: ${swept.terminated}.`,
    ...(swept.ended > 0 ? [`Runs whose fact has ended, signalled to look: ${swept.ended}.`] : []),
  ].join('\n')
}

function leftText({ missing, orphaned }: Sweep, owed: number): string {
  if (missing + orphaned + owed === 0) return 'Nothing is left over.'
  const again = orphaned > 0 ? ' Once more in two minutes ends those that do not obey.' : ''
  return `Left over: ${missing} missing, ${orphaned} without a fact, ${counted(owed, 'start')} that Temporal has not taken.${again}`
}

runCommand(main)
