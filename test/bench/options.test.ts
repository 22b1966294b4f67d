import assert from 'node:assert/strict'
import { type Told, runCommand } from '#test/support/processes.ts'
import type { Figure } from './figure.ts'
import { OptionError, readOptions, readProfiles } from './options.ts'

const figure = (name: string, diskMb?: number): Figure => ({
  name,
  about: '',
  measure: () => Promise.resolve([]),
  ...(diskMb !== undefined && { diskMb }),
})

const known = [figure('small'), { ...figure('large', 5000), also: 'wide' }]
const room = { disk: 10_000, memory: 10_000 }
const usual = { known, environment: {}, room }
const namesOf = (figures: readonly Figure[]): string[] => figures.map(({ name }) => name)

describe('npm run bench', () => {
  it('measures all, or what is named, in its own order', () => {
    assert.deepEqual(namesOf(readOptions([], usual)), ['small', 'large'])
    assert.deepEqual(namesOf(readOptions(['large', 'small'], usual)), ['small', 'large'])
    assert.deepEqual(namesOf(readOptions(['wide', 'large'], usual)), ['large'])
  })

  it('refuses what is no figure, and says which there are', () => {
    const says = /^There is no figure "medium", "tiny"\. There are: small, large\.$/
    assert.throws(() => readOptions(['medium', 'small', 'tiny'], usual), isRefusal(says))
  })

  for (const name of ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'TEST_POSTGRES_URL']) {
    it(`loads nothing that is not its own: it does not start where ${name} is set`, () => {
      const environment = { [name]: 'x' }
      assert.throws(() => readOptions([], { ...usual, environment }), isRefusal(new RegExp(name)))
    })
  }

  it('takes no address of another service', () => {
    const says = /"https:\/\/pay\.example\.com" is an address\. The bench measures .* its own alone/
    assert.throws(() => readOptions(['https://pay.example.com'], usual), isRefusal(says))
  })

  it('asks for the room that its figures take, and no more', () => {
    const small = { ...usual, room: { disk: 2000, memory: 10_000 } }
    assert.deepEqual(namesOf(readOptions(['small'], small)), ['small'])
    const disk = /no room: the bench needs 5000 MB on the disk of .*, where 2000 MB are free\.$/
    assert.throws(() => readOptions(['large'], small), isRefusal(disk))
    const memory = /no room: the bench needs 2000 MB of memory, where 512 MB are free\.$/
    const forgetful = { ...usual, room: { disk: 10_000, memory: 512 } }
    assert.throws(() => readOptions(['small'], forgetful), isRefusal(memory))
  })

  it('profiles what is named after --profile, or all, under the same conditions', () => {
    const profiled = { known: [{ name: 'accept' }, { name: 'read' }], environment: {}, room }
    assert.deepEqual(readProfiles([], profiled), profiled.known)
    assert.deepEqual(readProfiles(['read'], profiled), [{ name: 'read' }])
    const says = /^There is no profile "ledger"\. There are: accept, read\.$/
    assert.throws(() => readProfiles(['ledger'], profiled), isRefusal(says))
    const elsewhere = { ...profiled, environment: { DATABASE_URL: 'x' } }
    assert.throws(() => readProfiles([], elsewhere), isRefusal(/^DATABASE_URL is set\./))
    const small = { ...profiled, room: { disk: 10, memory: 10_000 } }
    assert.throws(() => readProfiles([], small), isRefusal(/no room/))
  })

  describe('as a command', () => {
    const bench = (words: readonly string[], environment: Record<string, string> = {}) =>
      runCommand({ main: 'test/bench/bench-main.ts', words }, environment)

    it('says one line and ends with 1, whatever it is that keeps it from beginning', async function () {
      this.timeout(120_000)
      const told = await Promise.all([
        bench(['medium']),
        bench(['read'], { DATABASE_URL: 'postgresql://127.0.0.1:1/none' }),
        bench(['growth'], { BENCH_GROWTH: '1000000000000' }),
        bench(['--profile', 'ledger']),
        bench(['read', '--profile']),
      ])
      const says = [
        /^There is no figure "medium"/,
        /^DATABASE_URL is set\./,
        /has no room/,
        /^There is no profile "ledger"/,
        /^There is no figure "--profile"/,
      ]
      for (const [at, pattern] of says.entries()) assertOneLine(told[at], pattern)
    })
  })
})

function assertOneLine(told: Told | undefined, pattern: RegExp): void {
  assert.equal(told?.code, 1, told?.output)
  const lines = (told?.output ?? '').trim().split('\n')
  assert.equal(lines.length, 1, told?.output)
  assert.match(lines[0] ?? '', pattern)
}

function isRefusal(says: RegExp) {
  return (error: unknown): boolean => error instanceof OptionError && says.test(error.message)
}
