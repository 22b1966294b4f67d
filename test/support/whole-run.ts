import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seenCodes } from './seen-codes.ts'

/** Preloaded by mocha: `npm test` asks by `SEEN_CODES_FOLDER` which codes each process of a whole run was answered. */
export const mochaHooks = {
  /** Once in each process, or after each file where files are run side by side: what was written before is in it. */
  afterAll(): void {
    const folder = process.env['SEEN_CODES_FOLDER']
    if (folder === undefined) return
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify([...seenCodes()]))
  },
}
