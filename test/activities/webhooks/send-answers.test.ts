import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { needsOpenssl } from './certificates.ts'
import { startReceiver, startTcpTalker, startTlsTalker } from './receiver.ts'
import { sendTo, spyDialer } from './sends.ts'

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

/** What one raw answer makes of a send. */
async function outcomeOf(
  text: string | Buffer,
  talk: (socket: Socket) => unknown = (socket) => socket.end(text),
) {
  const receiver = await startTlsTalker((socket) => socket.once('data', () => talk(socket)))
  const { outcome, httpStatus, error, extract } = await sendTo(receiver, {}, { deadlineMs: 3000 })
  await receiver.close()
  return { outcome, httpStatus, error, extract }
}

describe('webhooks: answers', () => {
  before(needsOpenssl)

  for (const status of [200, 201, 202, 204, 206, 299]) {
    it(`${status} is delivered`, async () => {
      const receiver = await startReceiver((_, response) => response.writeHead(status).end())
      const result = await sendTo(receiver)
      assert.deepEqual(
        [result.outcome, result.httpStatus, result.error],
        ['delivered', status, null],
      )
      await receiver.close()
    })
  }

  for (const status of [400, 401, 403, 404, 408, 409, 410, 418, 429, 500, 502, 503, 599]) {
    it(`${status} is a failure, with its extract`, async () => {
      const receiver = await startReceiver((_, response) => response.writeHead(status).end('no'))
      const result = await sendTo(receiver)
      assert.deepEqual(
        [result.outcome, result.httpStatus, result.error, result.extract],
        ['failed', status, 'http_status', 'no'],
      )
      await receiver.close()
    })
  }

  it('100, 102 and 103 are waited past', async () => {
    const early = [100, 102, 103].map((status) => `HTTP/1.1 ${status} Wait\r\n\r\n`).join('')
    const result = await outcomeOf(early + ok)
    assert.deepEqual(result, { outcome: 'delivered', httpStatus: 200, error: null, extract: 'ok' })
  })

  const broken: Readonly<Record<string, string>> = {
    '101 Switching Protocols':
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    'only a 100': 'HTTP/1.1 100 Continue\r\n\r\n',
    'an SSH greeting': 'SSH-2.0-OpenSSH_9.2\r\n',
    'HTML without a status line': '<html>hello</html>',
    'a status that is no number': 'HTTP/1.1 abc OK\r\n\r\n',
    'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    'a header with a NUL': 'HTTP/1.1 200 OK\r\nX-A: \0\r\n\r\n',
    'a header name with a space': 'HTTP/1.1 200 OK\r\nX A: b\r\n\r\n',
    'half a status line': 'HTTP/1.1 20',
    'half its headers': 'HTTP/1.1 200 OK\r\nContent-',
    nothing: '',
  }
  for (const [what, text] of Object.entries(broken)) {
    it(`${what} is a failure without a status`, async () => {
      const { error, ...result } = await outcomeOf(text)
      assert.deepEqual(result, { outcome: 'failed', httpStatus: null, extract: null })
      assert.ok(error === 'response_invalid' || error === 'connection_closed', String(error))
    })
  }

  it('what is no HTTP is named so, and a closed connection too', async () => {
    assert.equal((await outcomeOf('SSH-2.0-OpenSSH_9.2\r\n')).error, 'response_invalid')
    assert.equal((await outcomeOf('')).error, 'connection_closed')
    assert.equal((await outcomeOf('HTTP/1.1 200 OK\r\nContent-')).error, 'connection_closed')
  })

  it('a body cut short after a 200 is delivered, with what came of it', async () => {
    const cut = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf a bo'
    const delivered = { outcome: 'delivered', httpStatus: 200, error: null, extract: 'half a bo' }
    assert.deepEqual(await outcomeOf(cut), delivered)
    const reset = (socket: Socket) =>
      socket.write(cut, () => setTimeout(() => socket.destroy(), 50))
    assert.deepEqual(await outcomeOf('', reset), delivered)
  })

  it('a chunked body that breaks its format after a 200 is delivered', async () => {
    const text = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\nzz\r\n'
    assert.equal((await outcomeOf(text)).outcome, 'delivered')
  })

  it('an answer before the request was read counts, and a second answer does not', async () => {
    const receiver = await startTlsTalker((socket) => {
      socket.write(`${ok}HTTP/1.1 500 No\r\n\r\n`)
    })
    assert.equal((await sendTo(receiver)).httpStatus, 200)
    await receiver.close()
  })

  it('HTTP/1.0 without a length, read to its end, is delivered', async () => {
    const result = await outcomeOf('HTTP/1.0 200 OK\r\n\r\nbye')
    assert.deepEqual([result.outcome, result.extract], ['delivered', 'bye'])
  })

  it('a port where nobody listens is a failure to connect', async () => {
    const receiver = await startTcpTalker(() => {})
    await receiver.close()
    assert.equal((await sendTo(receiver)).error, 'connection_failed')
  })

  it('a connection reset during TLS is a closed connection', async () => {
    const receiver = await startTcpTalker((socket) =>
      socket.once('data', () => socket.resetAndDestroy()),
    )
    assert.equal((await sendTo(receiver)).error, 'connection_closed')
    await receiver.close()
  })

  it('whenever either side leaves, the send has a result, and nothing stays open', async () => {
    const receiver = await startTcpTalker((socket) => {
      const leave = () =>
        (socket.remotePort ?? 0) % 2 === 0 ? socket.resetAndDestroy() : socket.end(ok)
      setTimeout(leave, (socket.remotePort ?? 0) % 17)
    })
    const talker = await startTlsTalker((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n')
      setTimeout(() => socket.write('\r\n2\r\nok\r\n'), (socket.remotePort ?? 0) % 13)
      setTimeout(() => socket.destroy(), (socket.remotePort ?? 0) % 29)
    })
    for (let deadlineMs = 1; deadlineMs < 40; deadlineMs += 1) {
      const both = [receiver, talker, receiver, talker]
      const results = await Promise.all(both.map((one) => sendTo(one, {}, { deadlineMs })))
      for (const { outcome, error } of results)
        assert.ok((outcome === 'delivered') === (error === null))
    }
    await Promise.all([receiver.allClosed(), talker.allClosed()])
    await Promise.all([receiver.close(), talker.close()])
  })

  it('the next address is tried when one refuses the connection, three at most', async () => {
    const receiver = await startReceiver((_, response) => response.end())
    const resolve = async () => ['127.0.0.2', '127.0.0.1']
    assert.equal((await sendTo(receiver, {}, { resolve })).outcome, 'delivered')
    await receiver.close()
    const spy = spyDialer()
    const many = async () => ['9.9.9.1', '9.9.9.2', '9.9.9.3', '9.9.9.4']
    const result = await sendTo(receiver, {}, { resolve: many, dial: spy.dial })
    assert.equal(result.error, 'connection_failed')
    assert.deepEqual(
      spy.dialed,
      ['9.9.9.1', '9.9.9.2', '9.9.9.3'].map((ip) => `${ip}:${receiver.port}`),
    )
  })
})
