import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noteFile } from './costs.ts'
import { askChecks, stopShared } from './shared.ts'
import { renewTemporal } from './stack.ts'
import { seenCodes } from './seen-codes.ts'

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
    }
    askChecks()
  },
}

/** With `SEEN_CODES_FOLDER`, `npm test` asks each process which codes its tests received. */
function writeCodes(): void {
  const folder = process.env['SEEN_CODES_FOLDER']
  if (folder === undefined) return
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify([...seenCodes()]))
}
