import assert from 'node:assert/strict'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { kindsFor } from './options.ts'
import { type Outcome, reportOf } from './report.ts'
import { runChaos } from './run.ts'

/** The short form, always with the same faults; CHAOS_MINUTES makes it longer. */
const minutes = Number(process.env['CHAOS_MINUTES'] ?? 2)
const options = { seed: 2026, minutes, kinds: kindsFor(minutes), clients: 5, plant: undefined }
/** Start, rest and judgement take minutes themselves. */
const aroundMinutes = 8

describe('chaos', function () {
  this.timeout((minutes + aroundMinutes) * 60_000)
  const lines: string[] = []
  let outcome: Outcome

  before(needsOpenssl)
  before(async () => {
    outcome = await runChaos(options, (line) => lines.push(line))
    lines.push(...reportOf(outcome))
  })
  afterEach(function () {
    if (this.currentTest?.state === 'failed') process.stderr.write(`${lines.join('\n')}\n`)
  })

  it('whatever happens to its parts, the service keeps every promise', () => {
    assert.deepEqual(outcome.violations, [])
  })

  it('much happened, of many kinds, and money moved meanwhile', () => {
    const { faults, promised } = outcome.journal
    assert.ok(new Set(faults.map(({ kind }) => kind)).size >= kindsMin, `${faults.length} faults`)
    assert.ok(promised.length >= acceptedMin, `${promised.length} accepted`)
  })
})

const kindsMin = 12
const acceptedMin = 50
