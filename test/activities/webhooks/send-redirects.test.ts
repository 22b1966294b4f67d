import assert from 'node:assert/strict'
import { needsOpenssl } from './certificates.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { sendTo } from './sends.ts'

describe('webhooks: redirects', () => {
  before(needsOpenssl)

  let target: Receiver | undefined
  before(async () => (target = await startReceiver((_, response) => response.end('second'))))
  after(() => target?.close())

  for (const status of [300, 301, 302, 303, 304, 305, 307, 308, 399]) {
    for (const mode of ['live', 'sandbox'] as const) {
      it(`${status} is a failure in ${mode}, never followed, on any of six attempts`, async () => {
        const second = target
        assert.ok(second)
        const relative = '/again'
        const absolute = `https://127.0.0.1:${second.port}/`
        const first = await startReceiver((request, response) => {
          const location = request.headers['x-service-attempt'] === '1' ? relative : absolute
          response.writeHead(status, { location }).end()
        })
        const privateHosts = new Set([...first.privateHosts, ...second.privateHosts])
        const url = `https://localhost:${first.port}/`
        for (const attempt of [1, 2, 3, 4, 5, 6]) {
          const result = await sendTo(first, { url, mode, attempt, privateHosts })
          assert.deepEqual(
            [result.outcome, result.httpStatus, result.error],
            ['failed', status, 'redirect'],
          )
        }
        assert.equal(first.requests.length, 6)
        assert.equal(second.connections(), 0)
        await first.close()
      })
    }
  }
})
