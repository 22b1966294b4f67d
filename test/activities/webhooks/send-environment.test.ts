import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { certificates, needsOpenssl } from './certificates.ts'
import { type Receiver, startReceiver, startTcpTalker } from './receiver.ts'
import { aRequest } from './sends.ts'

const run = promisify(execFile)

/** Sends from a process of its own, so that it starts with this environment. */
async function sendUnder(
  environment: Record<string, string>,
  receiver: Receiver,
): Promise<unknown> {
  const request = { ...aRequest({ url: `https://localhost:${receiver.port}/` }), privateHosts: [] }
  const script = `
    import { sendWebhook } from '#activities/webhooks/send.ts'
    const request = { ...${JSON.stringify(request)}, privateHosts: new Set(['localhost:${receiver.port}']) }
    const caCertificates = [${JSON.stringify(certificates().root)}]
    console.log(JSON.stringify(await sendWebhook(request, { caCertificates })))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...environment },
  })
  const { outcome, error } = JSON.parse(stdout) as { outcome: string; error: string | null }
  return [outcome, error]
}

describe('webhooks: the environment of the process', () => {
  before(needsOpenssl)

  it('no proxy variable is obeyed: the proxy is never called', async () => {
    const proxy = await startTcpTalker((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
    const receiver = await startReceiver((_, response) => response.end())
    const address = `http://127.0.0.1:${proxy.port}`
    const names = [
      'HTTPS_PROXY',
      'HTTP_PROXY',
      'ALL_PROXY',
      'https_proxy',
      'http_proxy',
      'all_proxy',
    ]
    const proxies = Object.fromEntries(names.map((name) => [name, address]))
    const environment = { ...proxies, NODE_USE_ENV_PROXY: '1', NO_PROXY: '' }
    assert.deepEqual(await sendUnder(environment, receiver), ['delivered', null])
    assert.equal(proxy.connections(), 0)
    assert.equal(receiver.requests.length, 1)
    await Promise.all([proxy.close(), receiver.close()])
  })

  it('TLS 1.2 stays the least where Node was told to speak older ones', async () => {
    const tls = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' } as const
    const receiver = await startReceiver((_, response) => response.end(), tls)
    const options = '--tls-min-v1.0 --tls-cipher-list=ALL@SECLEVEL=0'
    assert.deepEqual(await sendUnder({ NODE_OPTIONS: options }, receiver), [
      'failed',
      'tls_invalid',
    ])
    await receiver.close()
  })

  it('16 KB of headers stay the most where Node was told to read more', async () => {
    const receiver = await startReceiver((_, response) => {
      response.writeHead(200, { 'x-large': 'h'.repeat(17 * 1024) }).end()
    })
    const result = await sendUnder({ NODE_OPTIONS: '--max-http-header-size=1000000' }, receiver)
    assert.deepEqual(result, ['failed', 'response_invalid'])
    await receiver.close()
  })

  it('live stays strict where Node was told to accept any certificate', async () => {
    const receiver = await startReceiver((_, response) => response.end(), certificates().selfSigned)
    const result = await sendUnder({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, receiver)
    assert.deepEqual(result, ['failed', 'tls_invalid'])
    assert.equal(receiver.requests.length, 0)
    await receiver.close()
  })
})
