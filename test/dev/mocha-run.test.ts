import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { type Counts, inRunFolder, runMocha } from '#dev/mocha-run.ts'

const passes = (passed: number): Counts => ({ passed, failed: 0, skipped: 0 })
const fails: Counts = { passed: 3, failed: 2, skipped: 0 }

describe('a quick run of the tests', () => {
  it('is by file, without those that wait for killed processes, browsers and clocks', async () => {
    const { lines } = await runs({ 'test/a.test.ts': passes(5) }, { options: ['--quick'] })
    const [line = ''] = lines
    assert.match(line, /--parallel/)
    assert.doesNotMatch(line, /--quick/)
    assert.match(line, /'test\/use-cases\/refunds\/refund\.test\.ts'/)
    assert.doesNotMatch(line, /'test\/(chaos|deploy|faults|drills|browser|journeys|dev|sdk)\//)
  })
})

describe('a whole run of the tests', () => {
  it('is one run when all pass', async () => {
    const { lines, sum } = await runs({ 'test/a.test.ts': passes(5), 'test/b.test.ts': passes(2) })
    assert.equal(lines.length, 1)
    assert.deepEqual(sum, { passed: 7, failed: 0 })
  })

  it('runs a file that failed beside others once more alone, and counts what came of it then', async () => {
    const { lines, sum } = await runs(
      { 'test/a.test.ts': fails, 'test/b.test.ts': passes(2) },
      { second: { 'test/a.test.ts': passes(5) } },
    )
    assert.match(lines[1] ?? '', /'test\/a\.test\.ts'$/)
    assert.doesNotMatch(lines[1] ?? '', /--parallel/)
    assert.deepEqual(sum, { passed: 7, failed: 0 })
  })

  it('fails when the file fails alone too', async () => {
    const second = { 'test/a.test.ts': fails }
    const { lines, sum } = await runs({ 'test/a.test.ts': fails }, { second })
    assert.equal(lines.length, 2)
    assert.deepEqual(sum, { passed: 3, failed: 2 })
  })

  it('is not repeated when many files fail', async () => {
    const many = Array.from({ length: 21 }, (_, index) => [`test/${index}.test.ts`, fails] as const)
    const { lines, sum } = await runs(Object.fromEntries(many))
    assert.equal(lines.length, 1)
    assert.equal(sum.failed, 42)
  })

  it('fails when mocha ended before its tests did', async () => {
    const { sum } = await runs({ 'test/a.test.ts': passes(1) }, { code: 7 })
    assert.equal(sum.failed, 1)
  })
})

type FileCounts = Readonly<Record<string, Counts>>

interface Course {
  /** What the second run counts. */
  readonly second?: FileCounts
  /** What mocha exits with. */
  readonly code?: number
  readonly options?: readonly string[]
}

/** What `runMocha` asks for and makes of it when the first run counts this. */
async function runs(
  first: FileCounts,
  { second, code, options = [] }: Course = {},
): Promise<{ lines: readonly string[]; sum: { passed: number; failed: number } }> {
  const lines: string[] = []
  const counts = await inRunFolder((places) =>
    runMocha('mocha', options, {
      places,
      runLine: async (line) => {
        lines.push(line)
        const seen = lines.length === 1 ? first : second
        await writeFile(places.counts, JSON.stringify(seen))
        return code ?? Object.values(seen ?? {}).reduce((sum, { failed }) => sum + failed, 0)
      },
    }),
  )
  const total = (kind: 'passed' | 'failed'): number =>
    counts.reduce((sum, { [kind]: count }) => sum + count, 0)
  return { lines, sum: { passed: total('passed'), failed: total('failed') } }
}
