import assert from 'node:assert/strict'
import { gathered } from '#db/gathered.ts'

/** A question whose answers are given by hand, in the order in which they were asked. */
function openQuestion() {
  const asked: (readonly string[])[] = []
  const answers: PromiseWithResolvers<readonly string[]>[] = []
  const read = gathered<string, string>(
    (keys) => {
      asked.push(keys)
      const answer = Promise.withResolvers<readonly string[]>()
      answers.push(answer)
      return answer.promise
    },
    (value) => value.slice(0, 1),
  )
  return { read, asked, answers }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('gathered reads', () => {
  it('ask at once, and once more for all who came meanwhile', async () => {
    const { read, asked, answers } = openQuestion()
    const first = read('a')
    assert.deepEqual(asked, [['a']])
    const others = [read('b'), read('c'), read('b'), read('z')]
    await settled()
    assert.deepEqual(asked, [['a']])
    answers[0]?.resolve(['a1'])
    assert.equal(await first, 'a1')
    assert.deepEqual(asked, [['a'], ['b', 'c', 'z']])
    answers[1]?.resolve(['c1', 'b1'])
    assert.deepEqual(await Promise.all(others), ['b1', 'c1', 'b1', undefined])
  })

  it('never answer a question with what was read before it was asked', async () => {
    const { read, asked, answers } = openQuestion()
    const before = read('a')
    const after = read('a')
    answers[0]?.resolve(['a old'])
    assert.equal(await before, 'a old')
    assert.equal(asked.length, 2)
    answers[1]?.resolve(['a new'])
    assert.equal(await after, 'a new')
  })

  it('fail for those who waited for the statement, and work again for the next', async () => {
    const { read, answers } = openQuestion()
    const first = read('a')
    const waiting = [read('b'), read('c')]
    answers[0]?.reject(new Error('away'))
    await assert.rejects(first, /away/)
    await settled()
    answers[1]?.resolve(['b1', 'c1'])
    assert.deepEqual(await Promise.all(waiting), ['b1', 'c1'])
    const next = read('d')
    answers[2]?.resolve(['d1'])
    assert.equal(await next, 'd1')
  })

  it('ask for at most a hundred keys at once', async () => {
    const { read, asked, answers } = openQuestion()
    const first = read('start')
    const many = Array.from({ length: 150 }, (_, number) => read(String(number)))
    answers[0]?.resolve([])
    await first
    await settled()
    answers[1]?.resolve([])
    await settled()
    answers[2]?.resolve([])
    await Promise.all(many)
    assert.deepEqual(
      asked.map(({ length }) => length),
      [1, 100, 50],
    )
  })
})
