import assert from 'node:assert/strict'
import { retryUntil } from '#platform/retry-until.ts'

describe('what is tried again until it is done', () => {
  it('ends with the turn that says so; failures are counted in a row', async () => {
    const answers: ('done' | number | Error)[] = [new Error('1'), new Error('2'), 0, new Error('3')]
    const failures: [string, number][] = []
    await retryUntil(new AbortController().signal, {
      turn: async () => {
        const answer = answers.shift() ?? 'done'
        if (answer instanceof Error) throw answer
        return answer
      },
      failed: (error, inARow) => {
        failures.push([error instanceof Error ? error.message : '', inARow])
        return 0
      },
    })
    assert.deepEqual(failures, [
      ['1', 1],
      ['2', 2],
      ['3', 1],
    ])
  })

  it('ends with the signal, in a pause or before the first turn', async () => {
    const stopping = new AbortController()
    let turns = 0
    const options = {
      turn: async () => {
        turns += 1
        return 3_600_000
      },
      failed: () => 0,
    }
    const ended = retryUntil(stopping.signal, options)
    setTimeout(() => stopping.abort(), 10)
    await ended
    await retryUntil(stopping.signal, options)
    assert.equal(turns, 1)
  })
})
