import assert from 'node:assert/strict'
import { Session } from 'node:inspector/promises'
import type { Profiler } from 'node:inspector'
import { fileURLToPath } from 'node:url'
import { breakdown, type Spent } from './spent.ts'

const root = '/srv/service/'
const shares = (all: readonly Spent[]) =>
  Object.fromEntries(all.map(({ name, share }) => [name, Math.round(share * 100)]))

describe('Where a profile says the time went', () => {
  it('is told by place and by function: own time alone, and what has no source for its caller', () => {
    const { busyMs, places, functions } = breakdown([profile], root)
    assert.equal(busyMs, 0.1)
    assert.deepEqual(shares(places), {
      pg: 40,
      'http/': 20,
      'Node: HTTP': 15,
      'the bundled workflows': 10,
      'garbage collection': 10,
      'Node: its event loop': 5,
    })
    assert.deepEqual(shares(functions), {
      writev: 35,
      'answer http/app.ts:7': 20,
      'parse node:_http_common:4': 15,
      'run service/bundle-1.js:2': 10,
      '(garbage collector)': 10,
      'query pg/lib/client.js:9': 5,
      'runMicrotasks node:internal/process/task_queues:1': 5,
    })
  })

  it('adds what threads did, and begins with the dearest', () => {
    const { busyMs, places } = breakdown([profile, profile], root)
    assert.equal(busyMs, 0.2)
    assert.deepEqual(
      places.map(({ share }) => share),
      places.map(({ share }) => share).toSorted((one, other) => other - one),
    )
  })

  it('reads what V8 itself writes', async () => {
    const session = new Session()
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.start')
    const until = performance.now() + 200
    while (performance.now() < until) burn()
    const taken = (await session.post('Profiler.stop')).profile
    session.disconnect()
    const { places, functions } = breakdown(
      [taken],
      fileURLToPath(new URL('../..', import.meta.url)),
    )
    assert.equal(places[0]?.name, 'test/')
    assert.match(functions.map(({ name }) => name).join('\n'), /^burn bench\/spent\.test\.ts:\d+$/m)
  })

  it('is nothing where nothing was sampled', () => {
    assert.deepEqual(breakdown([{ nodes: [], startTime: 0, endTime: 0 }], root), {
      busyMs: 0,
      places: [],
      functions: [],
    })
  })
})

function burn(): number {
  let sum = 0
  for (let at = 0; at < 100_000; at += 1) sum += Math.sqrt(at)
  return sum
}

function node(
  id: number,
  [functionName, url = '', lineNumber = 0]: readonly [string, string?, number?],
  children: readonly number[] = [],
): Profiler.ProfileNode {
  const callFrame = { functionName, url, lineNumber, columnNumber: 0, scriptId: '0' }
  return { id, callFrame, children: [...children] }
}

const modules = 'file:///srv/service/node_modules'
const profile: Profiler.Profile = {
  startTime: 0,
  endTime: 200,
  nodes: [
    node(1, ['(root)'], [2, 3, 4, 7, 10]),
    node(2, ['(idle)']),
    node(3, ['(garbage collector)']),
    node(4, ['runMicrotasks', 'node:internal/process/task_queues'], [5]),
    node(5, ['query', `${modules}/pg/lib/client.js`, 8], [6]),
    node(6, ['writev'], []),
    node(7, ['parse', 'node:_http_common', 3], [8]),
    node(8, ['answer', 'file:///srv/service/http/app.ts', 6], [9]),
    node(9, ['query', `${modules}/pg/lib/client.js`, 8]),
    node(10, ['run', '/srv/service/bundle-1.js', 1]),
  ],
  samples: [2, 3, 4, 6, 7, 8, 9, 10],
  timeDeltas: [100, 10, 5, 35, 15, 20, 5, 10],
}
