import assert from 'node:assert/strict'
import { errorTable } from '#domain/errors.ts'
import { seenCodes } from './seen-codes.ts'

/** Preloaded by mocha: what can only be said after every test has run. `npm test` without options sets `WHOLE_RUN`. */
export const mochaHooks = {
  afterAll(): void {
    if (process.env['WHOLE_RUN'] === undefined) return
    const unseen = Object.keys(errorTable).filter((code) => !seenCodes().has(code))
    assert.deepEqual(unseen, [], 'every code of the table of errors is answered to some test')
  },
}
