import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noteFile } from './costs.ts'
import { askChecks, stopShared } from './shared.ts'
import { seenCodes } from './seen-codes.ts'

/** Preloaded by mocha. */
export const mochaHooks = {
  /** Once in each process, or after each file where files are run side by side: what was written before is in it. */
  async afterAll(this: Mocha.Context): Promise<void> {
    writeCodes()
    // Where files are run side by side the process serves one after the other; what they share ends with it.
    if (process.env['MOCHA_WORKER_ID'] === undefined) await stopShared()
    else noteFile(this.test?.parent?.suites[0]?.file ?? 'unknown')
    askChecks()
  },
}

/** `npm test` asks by `SEEN_CODES_FOLDER` which codes each process of a whole run was answered. */
function writeCodes(): void {
  const folder = process.env['SEEN_CODES_FOLDER']
  if (folder === undefined) return
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify([...seenCodes()]))
}
