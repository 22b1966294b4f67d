import { EnvError, runCommand } from '#platform/env-error.ts'
import { readCommandEnv } from '#platform/command-env.ts'
import {
  type Anchor,
  chainedLogs,
  type ChainedLog,
  type VerifiedChain,
  verifyChain,
} from '#use-cases/audit/verify-chain.ts'
import { onDatabase } from './on-database.ts'
import { print } from '#platform/print.ts'

/**
 * `npm run verify-audit [-- <log>=<number>:<hash>…]`: verifies that no line of the audit logs was changed, and that
 * the hash chain contains the given anchors (docs/runbook.md#audit-logs); exits with 1 if not.
 */
async function main(): Promise<number> {
  const anchors = anchorsOf(process.argv.slice(2))
  const env = readCommandEnv()
  return onDatabase(env, async (database) => {
    let isWhole = true
    for (const log of chainedLogs) {
      const verified = await verifyChain(database, log, anchors.get(log))
      print(textOf(verified))
      isWhole &&= verified.found.length === 0
    }
    return isWhole ? 0 : 1
  })
}

const anchorShape = /^(staff_audit|activity_log)=(\d{1,18}):([0-9a-f]{64})$/

function anchorsOf(words: readonly string[]): ReadonlyMap<ChainedLog, Anchor> {
  return new Map(
    words.map((word) => {
      const [, log, number, hash] = anchorShape.exec(word) ?? []
      if (log === undefined || number === undefined || hash === undefined)
        throw new EnvError(['Usage: npm run verify-audit [-- staff_audit=<number>:<hash>]'])
      return [log as ChainedLog, { number: BigInt(number), hash }]
    }),
  )
}

function textOf({ log, end, found }: VerifiedChain): string {
  const lines = found.map(
    ({ kind, line, said }) => `${log}${line === null ? '' : ` line ${line}`} ${kind}: ${said}`,
  )
  const verdict = found.length === 0 ? 'as it was written' : `${found.length} found`
  return [...lines, `${log}: ${verdict}, ends with ${log}=${end.number}:${end.hash}`].join('\n')
}

runCommand(main)
