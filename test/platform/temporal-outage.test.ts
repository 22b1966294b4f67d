import assert from 'node:assert/strict'
import { createLog } from '#platform/log.ts'
import { watchTemporal } from '#platform/temporal-outage.ts'

describe('the log of an outage of Temporal', () => {
  const silent = () =>
    new Error('Failed to start Workflow', {
      cause: Object.assign(new Error('Timeout expired'), { code: 1 }),
    })

  function watched() {
    const lines: Record<string, unknown>[] = []
    const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
    let atMs = 0
    const log = createLog({ level: 'info', name: 'test', destination })
    const watch = watchTemporal(log, 'temporal:7233', () => atMs)
    return { ...watch, lines, pass: (ms: number) => void (atMs += ms) }
  }

  it('is one line at its beginning and one at its end, with how long it lasted', () => {
    const { onError, onTaken, pass, lines } = watched()
    onTaken()
    for (let payment = 0; payment < 100; payment += 1) onError(silent(), 1)
    pass(62_000)
    onTaken()
    onTaken()
    assert.equal(lines.length, 2)
    const [away, back] = lines
    assert.match(String(away?.['msg']), /^Temporal does not answer: payments are accepted .*doctor/)
    assert.equal(away?.['level'], 'warn')
    assert.equal(away?.['address'], 'temporal:7233')
    assert.equal(away?.['reason'], 'Timeout expired')
    assert.match(String(back?.['msg']), /^Temporal answers again/)
    assert.equal(back?.['seconds'], 62)
  })

  it('does not take a call that was slow to fail for another outage, but does tell of the next', () => {
    const { onError, onTaken, pass, lines } = watched()
    onError(silent(), 1)
    onTaken()
    pass(4000)
    onError(silent(), 1)
    onTaken()
    assert.equal(lines.length, 2)
    pass(60_000)
    onError(silent(), 1)
    assert.equal(lines.length, 3)
  })

  it('tells of one that follows at once, as soon as it cannot be such a call', () => {
    const { onError, onTaken, pass, lines } = watched()
    onError(silent(), 1)
    onTaken()
    pass(4000)
    onError(silent(), 1)
    assert.equal(lines.length, 2)
    pass(9000)
    onError(silent(), 1)
    onError(silent(), 1)
    assert.equal(lines.length, 3)
    pass(1000)
    onTaken()
    assert.equal(lines[3]?.['seconds'], 10)
  })

  it('has every other error with its stack', () => {
    const { onError, lines } = watched()
    const refused = Object.assign(new Error('no such namespace'), { code: 5 })
    onError(refused, 3)
    onError(refused, 3)
    assert.equal(lines.length, 2)
    assert.match(JSON.stringify(lines[0]), /no such namespace.*"stack"/)
    assert.equal(lines[0]?.['entries'], 3)
  })
})
