import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { setImmediate as pause } from 'node:timers/promises'
import type { KeyRequest } from '#use-cases/keys/admit.ts'
import { createBodyRoom } from '#http/body-room.ts'
import { createShares } from '#http/shares.ts'
import {
  eventually,
  exchange,
  payHeaders,
  received,
  startToyService,
  toyRoutes,
  ToyWorld,
} from './toy-service.ts'

const post = (key: string) =>
  [
    'POST /v2/payments HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${key}`,
    'Idempotency-Key: k1',
    'Content-Type: application/json',
    'Content-Length: 29',
    'Connection: close',
  ].join('\r\n') + '\r\n\r\n'
const body = '{"amount":1,"currency":"XOF"}'

/** A merchant whose share is two requests at once. */
class SmallWorld extends ToyWorld {
  override dependencies() {
    const given = super.dependencies()
    return {
      ...given,
      // A database is asked: what was sent at once has come by then.
      admitKey: async (request: KeyRequest) => {
        await pause()
        return given.admitKey(request)
      },
      shares: createShares({ atOnceMax: 2, waitingMax: 1000 }),
      bodyRoom: createBodyRoom({ addressBytes: 5 * 32_768, processBytes: 8 * 32_768 }),
    }
  }
}

describe('requests whose bodies are on their way', () => {
  it('hold nothing that the other requests of their merchant need', async () => {
    const service = await startToyService(toyRoutes, new SmallWorld())
    const slow = Array.from({ length: 4 }, () => {
      const socket = connect(service.port, '127.0.0.1')
      socket.write(post('key-public'))
      const state = { isAnswered: false }
      const answer = received(socket).finally(() => (state.isAnswered = true))
      return { socket, answer, state }
    })
    await eventually(() => service.world.keyCounts.length >= 2)
    const url = `${service.url}/v2/payments`
    const sale = await fetch(url, { method: 'POST', headers: payHeaders, body })
    assert.equal(sale.status, 202)
    assert.ok(
      slow.every(({ state }) => !state.isAnswered),
      'they had still come to nothing',
    )
    for (const { socket } of slow) socket.write(body)
    for (const { answer } of slow) assert.match(await answer, /^HTTP\/1\.1 202 /)
    await service.close()
  })

  it('are so many from one address, then further ones are refused; what came whole is served', async () => {
    const service = await startToyService(toyRoutes, new SmallWorld())
    const slow = Array.from({ length: 7 }, () => {
      const socket = connect(service.port, '127.0.0.1')
      socket.write(post('key-public'))
      return { socket, answer: received(socket) }
    })
    await eventually(() => service.world.measured.length === 2)
    assert.deepEqual(
      service.world.measured.map(({ status }) => status),
      [429, 429],
    )
    assert.match(await exchange(service.port, post('key-public') + body), /^HTTP\/1\.1 202 /)
    for (const { socket } of slow) socket.write(body)
    const answers = await Promise.all(slow.map(({ answer }) => answer))
    assert.equal(answers.filter((text) => text.startsWith('HTTP/1.1 202')).length, 5)
    await service.close()
  })

  it('give their room back, also when their clients leave, which is no error in the log', async () => {
    const service = await startToyService(toyRoutes, new SmallWorld())
    for (let round = 1; round <= 3; round += 1) {
      const left = Array.from({ length: 5 }, () => {
        const socket = connect(service.port, '127.0.0.1')
        socket.write(post('key-public'))
        return socket
      })
      await eventually(() => service.world.keyCounts.length === round * 5)
      for (const socket of left) socket.destroy()
      await eventually(() => service.world.measured.length === round * 5)
    }
    const seen = service.world.measured.map(({ status }) => status)
    assert.deepEqual(new Set(seen), new Set([499]))
    await service.close()
  })
})
