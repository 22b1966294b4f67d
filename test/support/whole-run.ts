import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noteFile } from './costs.ts'
import { askChecks, stopShared } from './shared.ts'
import { dropDatabases, renewTemporal } from './stack.ts'
import { seenCodes } from './seen-codes.ts'

/**
 * Where a statement was sent on a connection that had not answered the one before: pg queues it, until its next
 * version.
 */
const atOnce: (string | undefined)[] = []
process.on('warning', ({ message, stack }) => {
  if (message.includes('already executing a query')) atOnce.push(stack)
})

/** Preloaded by mocha. */
export const mochaHooks = {
  /** Once per process, or after each file if files run in parallel: includes what was written before. */
  async afterAll(this: Mocha.Context): Promise<void> {
    writeCodes()
    // If files run in parallel, the process serves several files; what they share ends with it.
    if (process.env['MOCHA_WORKER_ID'] === undefined) await stopShared()
    else {
      noteFile(this.test?.parent?.suites[0]?.file ?? 'unknown')
      await renewTemporal()
      await dropDatabases()
    }
    askChecks()
    assert.deepEqual(atOnce.splice(0), [], 'two statements at once on one connection')
  },
}

/** With `SEEN_CODES_FOLDER`, `npm test` asks each process which codes its tests received. */
function writeCodes(): void {
  const folder = process.env['SEEN_CODES_FOLDER']
  if (folder === undefined) return
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify([...seenCodes()]))
}
