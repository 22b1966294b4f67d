import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { languages } from './languages.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** What each language has beside its plain numbers: minor units as `toMinor` gives them, and numbers that print themselves. */
const programs: Readonly<Record<string, { readonly lines: string; readonly says: RegExp }>> = {
  TypeScript: {
    lines: `import { checkedAmount } from '${root}/sdk/typescript/src/index.ts'
      try { checkedAmount(1000n, 'XOF') } catch (error) { console.log(error.kind, error.message) }`,
    says: /^invalid_amount 1000n is no amount of XOF: give a number above 0/,
  },
  Python: {
    lines: `from payment_service import checked_amount
class Own(float):
    def __repr__(self): return f"own({float(self)})"
class Whole(int):
    def __repr__(self): return "whole"
print(checked_amount(Own(12.5), "EUR"), checked_amount(Whole(1000), "XOF"))`,
    says: /^12\.5 1000$/,
  },
}

describe('a number that is not a plain one is an amount, or is refused as one', function () {
  this.timeout(120_000)

  for (const [name, { lines, says }] of Object.entries(programs)) {
    it(`in ${name}`, async function () {
      const language = languages.find((one) => one.name === name)
      if (!language?.isHere()) return void this.skip()
      const [program, ...parts] = language.command
      const flags = name === 'Python' ? ['-c'] : ['--input-type=module', '-e']
      const options = { env: { ...process.env, ...language.environment } }
      const { stdout } = await run(program, [...parts, ...flags, lines], options)
      assert.match(stdout.trim(), says)
    })
  }
})
