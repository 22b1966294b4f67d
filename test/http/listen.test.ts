import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { route } from '#http/route.ts'
import { receiveTimeouts } from '#http/listen.ts'
import {
  eventually,
  everyKey,
  readJson,
  received,
  secretHeaders,
  startToyService,
  toyRoutes,
  ToyWorld,
} from './toy-service.ts'

const open = 'GET /v2/open HTTP/1.1\r\nHost: a\r\n\r\n'

/** A route that answers when told to. */
function gate() {
  const told = Promise.withResolvers<void>()
  const state = { started: 0, open: told.resolve }
  const held = route({
    method: 'GET',
    path: '/v2/held',
    keys: everyKey,
    summary: 'Attendre',
    async handler() {
      state.started += 1
      await told.promise
      return { body: { data: 'done' } }
    },
  })
  return { held, state }
}

describe('server', () => {
  it('closing lets running requests end, then closes their connections, and takes no new one', async () => {
    const { held, state } = gate()
    const service = await startToyService([held])
    const running = [0, 1, 2].map(() =>
      readJson<{ data: string }>(fetch(`${service.url}/v2/held`, { headers: secretHeaders })),
    )
    await eventually(() => state.started === 3)
    let isClosed = false
    const closing = Promise.all([service.close(), service.close()]).then(() => (isClosed = true))
    await assert.rejects(fetch(`${service.url}/v2/held`))
    assert.equal(isClosed, false)
    state.open()
    for (const answer of await Promise.all(running)) {
      assert.deepEqual([answer.status, answer.json.data], [200, 'done'])
      assert.equal(answer.headers.get('connection'), 'close')
    }
    await closing
  })

  it('closing does not wait for idle connections', async () => {
    const service = await startToyService()
    const sockets = [open, open, ''].map((text) => {
      const socket = connect(service.port, '127.0.0.1')
      if (text) socket.write(text)
      return { socket, answer: received(socket) }
    })
    await eventually(() => service.world.measured.length === 2)
    const startedAt = performance.now()
    await service.close()
    // Idle they would stay for more than a minute.
    assert.ok(performance.now() - startedAt < 10_000)
    const answers = await Promise.all(sockets.map(({ answer }) => answer))
    assert.deepEqual(
      answers.map((text) => text.slice(0, 12)),
      ['HTTP/1.1 200', 'HTTP/1.1 200', ''],
    )
  })

  it('slow senders are cut off, and disturb nobody', async () => {
    assert.deepEqual(receiveTimeouts, { headersMs: 10_000, requestMs: 15_000, checkEveryMs: 1000 })
    const service = await startToyService(toyRoutes, undefined, {
      headersMs: 300,
      requestMs: 600,
      checkEveryMs: 50,
    })
    const post =
      'POST /v2/payments HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer key-secret\r\nContent-Length: 100\r\n'
    const slow = Array.from({ length: 200 }, (_, at) => {
      const socket = connect(service.port, '127.0.0.1')
      socket.write(at % 2 ? post : `${post}\r\n{`)
      return received(socket)
    })
    const times: number[] = []
    for (let count = 0; count < 100; count += 1) {
      const startedAt = performance.now()
      await (await fetch(`${service.url}/v2/open`)).text()
      times.push(performance.now() - startedAt)
    }
    // The middle one: what else runs on the machine makes some of them wait.
    assert.ok((times.toSorted((a, b) => a - b)[50] ?? Infinity) < 200)
    for (const text of await Promise.all(slow)) {
      assert.match(text, /^HTTP\/1\.1 400 .*\r\nService-Version: 2\.4\.0\r\n.*"invalid_request"/s)
    }
    await service.close()
  })

  it('a connection that was never used is closed without an answer', async () => {
    const service = await startToyService(toyRoutes, undefined, {
      headersMs: 300,
      requestMs: 600,
      checkEveryMs: 50,
    })
    // A browser takes what comes on it for the answer to its next request.
    assert.equal(await received(connect(service.port, '127.0.0.1')), '')
    await service.close()
  })

  it('a client that leaves in the middle is no error in the log', async () => {
    const left = Promise.withResolvers<void>()
    const state = { started: 0, ended: 0 }
    const patient = route({
      method: 'POST',
      path: '/v2/patient',
      keys: everyKey,
      summary: 'Attendre',
      async handler({ signal }) {
        state.started += 1
        await pause(60_000, undefined, { signal }).finally(() => (state.ended += 1))
        return { body: { data: 'done' } }
      },
    })
    const world = new ToyWorld()
    const given = world.dependencies()
    const written: string[] = []
    let asked = 0
    world.dependencies = () => ({
      ...given,
      log: { ...given.log, error: (_details, message) => void written.push(message) },
      async admitKey(request) {
        // The first leaves before its body is looked at.
        asked += 1
        if (asked === 1) await left.promise
        return given.admitKey(request)
      },
    })
    const service = await startToyService([patient], world)
    const post =
      'POST /v2/patient HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer key-secret\r\nContent-Type: application/json\r\nContent-Length: '
    const early = connect(service.port, '127.0.0.1')
    early.write(`${post}100\r\n\r\n{`)
    await eventually(() => asked > 0)
    early.destroy()
    await eventually(() => world.measured.some(({ status }) => status === 499))
    left.resolve()
    await eventually(() => world.tokens.length === 1)
    const late = connect(service.port, '127.0.0.1')
    late.write(`${post}2\r\n\r\n{}`)
    await eventually(() => state.started === 1)
    late.destroy()
    await eventually(() => state.ended === 1)
    await service.close()
    assert.deepEqual(written, [])
  })

  it('noise after a whole request never answers in its place', async () => {
    const { held, state } = gate()
    const service = await startToyService([held])
    const socket = connect(service.port, '127.0.0.1')
    const answer = received(socket)
    socket.write('GET /v2/held HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer key-secret\r\n\r\n')
    await eventually(() => state.started === 1)
    socket.write('noise\r\n\r\n')
    assert.equal(await answer, '')
    state.open()
    await service.close()
  })

  it('requests sent at once on one connection are answered in order', async () => {
    const service = await startToyService()
    const socket = connect(service.port, '127.0.0.1')
    const answer = received(socket)
    socket.write(open.repeat(20) + open.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    assert.equal((await answer).match(/HTTP\/1\.1 200/g)?.length, 21)
    await service.close()
  })

  it('a port in use is told at once', async () => {
    const { listen } = await import('#http/listen.ts')
    const { createApp } = await import('#http/app.ts')
    const service = await startToyService()
    const dependencies = service.world.dependencies()
    const second = listen(createApp([], dependencies), {
      host: '127.0.0.1',
      port: service.port,
      dependencies,
    })
    await assert.rejects(second, { code: 'EADDRINUSE' })
    await service.close()
  })
})
