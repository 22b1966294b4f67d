import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { exchange, type HttpCall, type HttpEnd } from '#activities/operators/http.ts'
import { certificates, needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { startReceiver, startTcpTalker } from '#test/activities/webhooks/receiver.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const run = promisify(execFile)
const secret = 'Bearer of-nobody'

function callTo(url: string, changes: Partial<HttpCall> = {}): HttpCall {
  const headers = { Authorization: secret }
  return { url, method: 'POST', headers, body: '{"a":1}', timeoutMs: 1000, ...changes }
}

/** From a process of its own, so that it starts with this environment. */
async function exchangeUnder(environment: Record<string, string>, url: string): Promise<HttpEnd> {
  const script = `
    import { exchange } from '#activities/operators/http.ts'
    console.log(JSON.stringify(await exchange(${JSON.stringify(callTo(url))})))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...environment },
  })
  return JSON.parse(stdout) as HttpEnd
}

describe('a call of an operator over HTTP', () => {
  before(needsOpenssl)

  it('where nobody listens, or the name is nobody’s: certainly nothing was sent', async () => {
    for (const url of ['http://127.0.0.1:1/', 'https://nobody.invalid/']) {
      assert.deepEqual(await exchange(callTo(url)), { kind: 'not_sent' })
    }
  })

  it('a certificate that does not hold: certainly nothing was sent, whatever the environment allows', async () => {
    const { selfSigned, expired, wrongHost } = certificates()
    for (const certificate of [selfSigned, expired, wrongHost]) {
      const receiver = await startReceiver((_, response) => response.end(), certificate)
      const url = `https://localhost:${receiver.port}/`
      assert.deepEqual(await exchange(callTo(url)), { kind: 'not_sent' })
      const ended = await exchangeUnder({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, url)
      assert.deepEqual(ended, { kind: 'not_sent' })
      assert.equal(receiver.requests.length, 0)
      await receiver.close()
    }
  })

  it('goes straight to its address: no proxy of the environment sees it', async () => {
    const proxy = await startTcpTalker((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
    const receiver = await startReceiver((_, response) => response.end('here'))
    const root = join(temporaryFolder('authority'), 'root.pem')
    writeFileSync(root, certificates().root)
    const address = `http://127.0.0.1:${proxy.port}`
    const environment = { HTTPS_PROXY: address, https_proxy: address, NODE_USE_ENV_PROXY: '1' }
    const url = `https://localhost:${receiver.port}/`
    const ended = await exchangeUnder({ ...environment, NODE_EXTRA_CA_CERTS: root }, url)
    assert.deepEqual(ended, { kind: 'answer', status: 200, text: 'here' })
    assert.equal(proxy.connections(), 0)
    await Promise.all([proxy.close(), receiver.close()])
  })

  const talks: readonly [what: string, answer: string, end: HttpEnd['kind']][] = [
    ['cut without a word', '', 'no_answer'],
    ['cut within the answer', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', 'no_answer'],
    ['not HTTP', 'SSH-2.0-server\r\n', 'no_answer'],
    [
      'a change of protocol',
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      'no_answer',
    ],
    ['too large', `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(70_000)}`, 'no_answer'],
    ['too many headers', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 'no_answer'],
    [
      'a redirect',
      'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n',
      'answer',
    ],
  ]
  for (const [what, answer, kind] of talks) {
    it(`an answer that is ${what} is “${kind}”, and nothing is sent again`, async () => {
      const talker = await startTcpTalker((socket) => {
        socket.once('data', () => socket.end(answer))
      })
      assert.equal((await exchange(callTo(`http://127.0.0.1:${talker.port}/`))).kind, kind)
      assert.equal(talker.connections(), 1)
      await talker.close()
    })
  }

  for (const [what, start, piece] of [
    ['interim answers', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['blank lines', '', '\r\n'],
    ['tiny pieces', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\na\r\n'],
  ] as const) {
    it(`endless ${what}, as fast as they are read, are given up long before its time`, async () => {
      const talker = await startTcpTalker((socket) => {
        const block = Buffer.from(piece.repeat(2000))
        const more = (): void => {
          while (socket.writable && socket.write(block)) continue
        }
        socket.once('data', () => {
          socket.write(start)
          socket.on('drain', more)
          more()
        })
      })
      const startedAt = performance.now()
      const call = callTo(`http://127.0.0.1:${talker.port}/`, { timeoutMs: 60_000 })
      assert.deepEqual(await exchange(call), { kind: 'no_answer' })
      assert.ok(performance.now() - startedAt < 50_000)
      await talker.close()
    }).timeout(90_000)
  }

  it('without an answer it ends in its time, however slowly bytes come', async () => {
    const talker = await startTcpTalker((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ')
      const drip = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(drip))
    })
    const startedAt = performance.now()
    const ended = await exchange(callTo(`http://127.0.0.1:${talker.port}/`, { timeoutMs: 300 }))
    assert.deepEqual(ended, { kind: 'no_answer' })
    assert.ok(performance.now() - startedAt < 5000)
    await talker.close()
  })
})
