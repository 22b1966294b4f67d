import assert from 'node:assert/strict'
import { type ErrorCode, errorTable } from '#domain/errors.ts'
import { seenCodes } from './seen-codes.ts'

/** Refusals of commands that no address leads to yet, or that only a race reaches: their own tests hold them. */
const refusedByCommands: readonly ErrorCode[] = [
  'authorized_account_exists',
  'authorized_account_not_found',
  'invalid_logo',
  'last_administrator',
  'refund_amount_too_large',
]

/** Preloaded by mocha: what can only be said after every test has run. `npm test` without options sets `WHOLE_RUN`. */
export const mochaHooks = {
  afterAll(): void {
    if (process.env['WHOLE_RUN'] === undefined) return
    const known = new Set<string>([...seenCodes(), ...refusedByCommands])
    const unseen = Object.keys(errorTable).filter((code) => !known.has(code))
    assert.deepEqual(unseen, [], 'every code of the table of errors is answered to some test')
  },
}
