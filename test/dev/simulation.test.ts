import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { calibration, measuredAt, measuredCosts } from '#dev/simulation/costs.ts'
import { type Installation, simulateDay, usual, waitMs } from '#dev/simulation/day.ts'
import { runCommand } from '#test/support/processes.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0)
const near = (one: number, other: number): void =>
  assert.ok(Math.abs(one - other) < 1e-6 * Math.max(1, other), `${one}, not ${other}`)

const pageOf = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), 'utf8')

describe('the sizes of docs/deploying.md', () => {
  it('have room for the rows of a day, by what docs/performance.md says that a payment leaves', () => {
    const [, told = ''] =
      /^\| all, while the event is kept \| ([\d,]+) \|/m.exec(pageOf('performance.md')) ?? []
    const bytes = Number(told.replaceAll(',', ''))
    const sizes = [...pageOf('deploying.md').matchAll(/^\| ([\d,]+) \|.*\| (\d+) GB \|$/gm)]
    assert.equal(sizes.length, 4)
    for (const [, rate = '', gigabytes] of sizes) {
      const exact = (Number(rate.replaceAll(',', '')) * 86_400 * bytes) / 1e9
      assert.ok(
        Math.abs(Number(gigabytes) - exact) <= Math.max(0.5, exact / 100),
        `${rate}: ${exact}`,
      )
    }
  })
})

describe('the simulation of a day', () => {
  it('takes the costs that docs/performance.md has, and says how far they are off', () => {
    const text = pageOf('performance.md')
    const shown = (part: string) =>
      Number(new RegExp(`^\\| ${part} \\| ([\\d.]+) \\|`, 'm').exec(text)?.[1])
    const { api, worker, database, temporal } = measuredCosts
    for (const [name, { accept, end }] of [
      ['API', api],
      ['worker', worker],
      ['PostgreSQL', database],
      ['Temporal \\(the dev service, on SQLite\\)', temporal],
    ] as const)
      near(accept + end, shown(name))
    assert.match(
      text,
      new RegExp(`\\| \`complete\` \\| [\\d.]+ × \\(${measuredAt.paymentsPerSecond} a second\\)`),
    )
    const { told, seen, errorPercent } = calibration(measuredCosts)
    near(errorPercent, (100 * (told - seen)) / seen)
    assert.match(
      text,
      new RegExp(
        `it estimates ${told.toFixed(1)} payments a\\s+second where ${seen} were measured`,
      ),
    )
  })

  it('loses nothing: what was accepted has ended or waits, and what is refused is told', () => {
    for (const place of [
      usual,
      { ...usual, workers: 55 },
      { ...usual, apis: 1 },
      { ...usual, shards: 64 },
    ]) {
      const hours = simulateDay(place, measuredCosts)
      const accepted = sumOf(hours.map(({ offered, refused }) => (offered - refused) * 3600))
      const ended = sumOf(hours.map((hour) => hour.ended * 3600))
      near(accepted, ended + (hours.at(-1)?.backlog ?? 0))
    }
  })

  it('too few workers fall behind at the height of the day, and refuse nobody; too few APIs refuse', () => {
    const evening = 19
    const dayOf = (changes: Partial<Installation>) =>
      simulateDay({ ...usual, ...changes }, measuredCosts)
    for (const { backlog, refused } of dayOf({})) assert.equal(backlog + refused, 0)
    const few = dayOf({ workers: 60 })
    assert.equal(sumOf(few.map(({ refused }) => refused)), 0)
    assert.deepEqual(
      few
        .slice(evening, evening + 1)
        .map(({ backlog, busy }) => [backlog > 0, busy.worker > 0.999]),
      [[true, true]],
    )
    const refusing = dayOf({ apis: 2 }).filter(({ refused }) => refused > 0)
    assert.ok(refusing.some(({ hour }) => hour === evening))
  })

  it('waits as Erlang says: at one server half busy, one in a hundred longer than ln 50 services twice over', () => {
    near(waitMs({ servers: 1, busy: 0.5, serviceMs: 10 }), Math.log(50) * 20)
    assert.equal(waitMs({ servers: 100, busy: 0.1, serviceMs: 10 }), 0)
  })

  it('is a command with a table and a picture, and says how it is called', async () => {
    const svg = join(temporaryFolder('day'), 'day.svg')
    const main = 'dev/simulation/simulate-main.ts'
    const told = await runCommand({ main, words: ['--rate', '50', '--svg', svg] }, {})
    assert.equal(told.code, 0, told.output)
    assert.equal(told.output.match(/^ +\d\d /gm)?.length, 24)
    assert.equal(readFileSync(svg, 'utf8').match(/<polyline /g)?.length, 5)
    for (const words of [
      ['--rate', 'x'],
      ['--rate', '-1'],
      ['--no-such', '1'],
    ]) {
      const refused = await runCommand({ main, words }, {})
      assert.equal(refused.code, 1)
      assert.match(refused.output, /^Usage: npm run simulate -- /m)
    }
  })
})
