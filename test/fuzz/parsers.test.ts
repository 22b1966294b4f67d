import assert from 'node:assert/strict'
import fc from 'fast-check'
import { parserTargets } from './parsers.ts'
import { fuzz } from './run.ts'

const casesEach = Number(process.env['FUZZ_CASES'] ?? 300)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122)

describe('readers of what strangers send', () => {
  for (const target of parserTargets) {
    it(`refuse or read, and never fail: ${target.name} (${casesEach} cases)`, async function () {
      this.timeout(120_000)
      const targets = [{ ...target, casesARound: casesEach }]
      const { violations } = await fuzz(targets, { seed, isOver: (cases) => cases > 0 })
      assert.deepEqual(violations, [])
    })
  }

  it('are told of with seed and smallest case where one fails', async () => {
    const property = fc.asyncProperty(fc.string({ maxLength: 40 }), async (text) => {
      if (text.length > 4) throw new TypeError('planted')
    })
    const target = { name: 'planted', property: property as never, casesARound: 200 }
    const { violations, cases } = await fuzz([target], { seed: 1, isOver: (all) => all > 500 })
    assert.equal(violations.length, 1)
    assert.equal(violations[0]?.kind, 'crash')
    assert.equal(violations[0]?.seed, 1)
    assert.match(violations[0]?.error ?? '', /planted/)
    assert.equal(JSON.parse(violations[0]?.shrunk.replace(/^\[|\]$/g, '') ?? '').length, 5)
    assert.ok((cases['planted'] ?? 0) < 500)
  })
})
