import assert from 'node:assert/strict'
import { certificates, type Certificates, needsOpenssl, receiverName } from './certificates.ts'
import { type Receiver, startReceiver, startTcpTalker } from './receiver.ts'
import { sendTo } from './sends.ts'

type Kind = Exclude<keyof Certificates, 'root'>

describe('webhooks: TLS', () => {
  before(needsOpenssl)

  const kinds: readonly Kind[] = ['valid', 'expired', 'wrongHost', 'selfSigned', 'noChain']
  for (const kind of kinds) {
    describe(`a receiver whose certificate is ${kind}`, () => {
      let receiver: Receiver
      before(async () => {
        receiver = await startReceiver((_, response) => response.end('ok'), certificates()[kind])
      })
      after(() => receiver.close())

      it(kind === 'valid' ? 'is called in live' : 'gets nothing in live', async () => {
        const already = receiver.requests.length
        const result = await sendTo(receiver, { mode: 'live' })
        const isValid = kind === 'valid'
        assert.equal(result.outcome, isValid ? 'delivered' : 'failed')
        assert.equal(result.error, isValid ? null : 'tls_invalid')
        assert.equal(receiver.requests.length - already, isValid ? 1 : 0)
      })

      it('is called in sandbox', async () => {
        const result = await sendTo(receiver, { mode: 'sandbox' })
        assert.deepEqual([result.outcome, result.httpStatus], ['delivered', 200])
      })

      it('has the tolerance of sandbox for that one request alone', async () => {
        const modes = ['sandbox', 'live', 'sandbox', 'live'] as const
        const results = await Promise.all(modes.map((mode) => sendTo(receiver, { mode })))
        const live = kind === 'valid' ? 'delivered' : 'failed'
        assert.deepEqual(
          results.map(({ outcome }) => outcome),
          ['delivered', live, 'delivered', live],
        )
      })
    })
  }

  it('an authority that is not trusted is refused in live, whoever it signed for', async () => {
    const receiver = await startReceiver((_, response) => response.end())
    const result = await sendTo(receiver, {}, { caCertificates: [certificates().selfSigned.cert] })
    assert.equal(result.error, 'tls_invalid')
    assert.equal(receiver.requests.length, 0)
    await receiver.close()
  })

  it('the certificate must name the host called: its IP when the address is an IP', async () => {
    const good = await startReceiver((_, response) => response.end())
    const bad = await startReceiver((_, response) => response.end(), certificates().wrongHost)
    const byIp = ({ port }: Receiver) => ({ url: `https://127.0.0.1:${port}/` })
    assert.equal((await sendTo(good, byIp(good))).outcome, 'delivered')
    assert.equal((await sendTo(bad, byIp(bad))).error, 'tls_invalid')
    await Promise.all([good.close(), bad.close()])
  })

  it('the name goes out as SNI and Host, and an IP never as SNI', async () => {
    const receiver = await startReceiver((_, response) => response.end())
    await sendTo(receiver)
    await sendTo(receiver, { url: `https://127.0.0.1:${receiver.port}/` })
    assert.deepEqual(
      receiver.requests.map(({ serverName, headers }) => [serverName, headers.host]),
      [
        [receiverName, `${receiverName}:${receiver.port}`],
        [undefined, `127.0.0.1:${receiver.port}`],
      ],
    )
    await receiver.close()
  })

  for (const version of ['TLSv1', 'TLSv1.1'] as const) {
    it(`a receiver that knows ${version} at most gets nothing, in sandbox too`, async () => {
      const tls = { minVersion: 'TLSv1', maxVersion: version, ciphers: 'ALL@SECLEVEL=0' } as const
      const receiver = await startReceiver((_, response) => response.end(), tls)
      assert.equal((await sendTo(receiver, { mode: 'sandbox' })).error, 'tls_invalid')
      assert.equal(receiver.requests.length, 0)
      await receiver.close()
    })
  }

  it('TLS 1.2 is enough', async () => {
    const receiver = await startReceiver((_, response) => response.end(), { maxVersion: 'TLSv1.2' })
    assert.equal((await sendTo(receiver)).outcome, 'delivered')
    await receiver.close()
  })

  it('a server that answers in clear is called in no mode', async () => {
    const heard: Buffer[] = []
    const talker = await startTcpTalker((socket) => {
      socket.on('data', (data) => {
        heard.push(data)
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      })
    })
    for (const mode of ['live', 'sandbox'] as const) {
      assert.equal((await sendTo(talker, { mode })).error, 'tls_invalid')
    }
    assert.ok(heard.length > 0)
    assert.ok(!Buffer.concat(heard).includes('payload'))
    await talker.close()
  })
})
