import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { sendWebhook } from '#activities/webhooks/send.ts'
import { needsOpenssl } from './certificates.ts'
import { startReceiver, startTcpTalker, startTlsTalker } from './receiver.ts'
import { aRequest, sendTo } from './sends.ts'

const deadlineMs = 300
/** What a busy machine may add to a deadline. */
const slackMs = 3000

describe('webhooks: slow receivers', () => {
  before(needsOpenssl)

  const endsAtTheDeadline = (result: Awaited<ReturnType<typeof sendTo>>): void => {
    assert.deepEqual([result.outcome, result.error], ['failed', 'timeout'])
    assert.deepEqual([result.httpStatus, result.extract], [null, null])
    assert.ok(result.durationMs >= deadlineMs - 5, `${result.durationMs} ms is too early`)
    assert.ok(result.durationMs < deadlineMs + slackMs, `${result.durationMs} ms is too late`)
  }

  it('one that accepts and never starts TLS is a timeout', async () => {
    const receiver = await startTcpTalker(() => {})
    endsAtTheDeadline(await sendTo(receiver, {}, { deadlineMs }))
    await receiver.allClosed()
    await receiver.close()
  })

  it('one that starts TLS and stalls is a timeout', async () => {
    const helloStart = Buffer.from([0x16, 0x03, 0x03, 0x00, 0x7a, 0x02, 0x00])
    const receiver = await startTcpTalker((socket) => socket.write(helloStart))
    endsAtTheDeadline(await sendTo(receiver, {}, { deadlineMs }))
    await receiver.allClosed()
    await receiver.close()
  })

  it('one that takes the request and never answers is a timeout', async () => {
    const receiver = await startReceiver(() => {})
    endsAtTheDeadline(await sendTo(receiver, {}, { deadlineMs }))
    assert.equal(receiver.requests.length, 1)
    await receiver.allClosed()
    await receiver.close()
  })

  it('one that drips its status line and headers is a timeout, however steadily', async () => {
    const receiver = await startTlsTalker((socket) => {
      drip(socket, `HTTP/1.1 200 OK\r\nX-Slow: ${'.'.repeat(10_000)}`)
    })
    endsAtTheDeadline(await sendTo(receiver, {}, { deadlineMs }))
    await receiver.allClosed()
    await receiver.close()
  })

  it('a 200 whose headers never end is a timeout', async () => {
    const receiver = await startTlsTalker((socket) => socket.write('HTTP/1.1 200 OK\r\nX-A: b\r\n'))
    endsAtTheDeadline(await sendTo(receiver, {}, { deadlineMs }))
    await receiver.allClosed()
    await receiver.close()
  })

  it('endless 103 answers are a timeout', async () => {
    const receiver = await startTlsTalker((socket) => {
      drip(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(1000), 45)
    })
    endsAtTheDeadline(await sendTo(receiver, {}, { deadlineMs }))
    await receiver.allClosed()
    await receiver.close()
  })

  it('a name that is never resolved is a timeout, and nothing is dialed', async () => {
    let dials = 0
    const dial = () => {
      dials += 1
      return new Socket()
    }
    const resolve = () => new Promise<string[]>(() => {})
    const request = aRequest({ url: 'https://slow.example/' })
    endsAtTheDeadline(await sendWebhook(request, { resolve, dial, deadlineMs }))
    assert.equal(dials, 0)
  })

  it('a connection never accepted is a timeout, and its socket is destroyed', async () => {
    const socket = new Socket()
    const dependencies = { resolve: async () => ['9.9.9.9'], dial: () => socket, deadlineMs }
    endsAtTheDeadline(await sendWebhook(aRequest({ url: 'https://slow.example/' }), dependencies))
    assert.ok(socket.destroyed)
  })

  it('a 200 in time is delivered at once, though its body drips for ever', async () => {
    const receiver = await startTlsTalker((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nbegun ')
      drip(socket, 'x'.repeat(90_000))
    })
    const startedAt = performance.now()
    const result = await sendTo(receiver, {}, { deadlineMs: 5000 })
    assert.deepEqual([result.outcome, result.httpStatus], ['delivered', 200])
    assert.match(result.extract ?? '', /^begun x/)
    assert.ok(result.durationMs < 1000 + slackMs)
    assert.ok(performance.now() - startedAt < 1000 + slackMs)
    await receiver.close()
  })

  it('a body that never comes leaves no extract, and a 500 stays a failure with its status', async () => {
    const receiver = await startTlsTalker((socket) =>
      socket.write('HTTP/1.1 500 Internal Server Error\r\nContent-Length: 5\r\n\r\n'),
    )
    const result = await sendTo(receiver, {}, { deadlineMs: 5000 })
    assert.deepEqual(
      [result.outcome, result.httpStatus, result.error, result.extract],
      ['failed', 500, 'http_status', null],
    )
    await receiver.close()
  })

  it('ten seconds is the time they have', async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const dependencies = { resolve: async () => ['9.9.9.9'], dial: () => new Socket() }
      let isEnded = false
      const sending = sendWebhook(aRequest({ url: 'https://slow.example/' }), dependencies)
      void sending.then(() => (isEnded = true))
      await turn()
      mock.timers.tick(9999)
      await turn()
      assert.equal(isEnded, false)
      mock.timers.tick(1)
      assert.equal((await sending).error, 'timeout')
    } finally {
      mock.timers.reset()
    }
  })
})

/** Writes a few bytes every ten milliseconds, as long as anyone listens. */
function drip(socket: Socket, text: string, bytes = 1): void {
  let sent = 0
  const timer = setInterval(() => {
    if (socket.destroyed || sent >= text.length) return clearInterval(timer)
    socket.write(text.slice(sent, sent + bytes))
    sent += bytes
  }, 10)
}
