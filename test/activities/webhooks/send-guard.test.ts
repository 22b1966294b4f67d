import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { sendWebhook } from '#activities/webhooks/send.ts'
import { needsOpenssl } from './certificates.ts'
import { type Receiver, startReceiver, startTcpTalker } from './receiver.ts'
import { aRequest, sendTo, spyDialer } from './sends.ts'
import * as blocks from './special-blocks.ts'

const publicIpv4 = '9.9.9.9'
const publicIpv6 = '2620:fe::9'
const embedded = [
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
]
const notAddresses = ['fe80::1%eth0', '127.1', 'localhost', 'not an address', '']

/** Answers of the DNS that must stop a send, each with one address that may not be called. */
function dnsStories(): string[][] {
  const bad = [
    ...blocks.specialIpv4Blocks.map((text) => blocks.ipv4Text(blocks.ipv4Block(text).last)),
    ...blocks.specialIpv6Blocks.map((text) => blocks.ipv6Text(blocks.ipv6Block(text).first)),
    ...embedded,
    ...notAddresses,
  ]
  return bad.flatMap((one) => [
    [one],
    [publicIpv4, one],
    [one, publicIpv6],
    [publicIpv4, publicIpv6, '9.9.9.10', one],
  ])
}

describe('webhooks: the address guard at each send', () => {
  before(needsOpenssl)

  it('over 200 DNS answers with a refused address among them: no socket is opened', async () => {
    const stories = dnsStories()
    assert.ok(stories.length >= 200, String(stories.length))
    for (const story of stories) {
      for (const mode of ['live', 'sandbox'] as const) {
        const spy = spyDialer()
        const request = aRequest({ url: 'https://shop.example/', mode })
        const result = await sendWebhook(request, { resolve: async () => story, dial: spy.dial })
        assert.deepEqual(
          [result.outcome, result.error, result.httpStatus, result.extract],
          ['refused', 'address_refused', null, null],
          story.join(),
        )
        assert.deepEqual(spy.dialed, [])
      }
    }
  })

  it('a literal address is judged before dialing, and never looked up', async () => {
    const hosts = blocks.specialIpv4Blocks.flatMap((text) => {
      const { first } = blocks.ipv4Block(text)
      const wrapped = blocks.ipv6Wrappings(first).map((ip) => `[${ip}]`)
      return [...blocks.ipv4Spellings(first), ...wrapped]
    })
    const spy = spyDialer()
    let lookUps = 0
    const resolve = async () => {
      lookUps += 1
      return [publicIpv4]
    }
    for (const host of [...hosts, 'localhost', 'LOCALHOST.', 'a.localhost']) {
      const request = aRequest({ url: `https://${host}/`, mode: 'sandbox' })
      assert.equal(
        (await sendWebhook(request, { resolve, dial: spy.dial })).outcome,
        'refused',
        host,
      )
    }
    assert.deepEqual(spy.dialed, [])
    assert.equal(lookUps, 0)
    assert.ok(hosts.length > 500)
  })

  it('a stored address that is no longer allowed is refused, whatever it names', async () => {
    const spy = spyDialer()
    for (const url of [
      'http://shop.example/',
      'https://u:p@shop.example/',
      'https://shop.example:22/',
      'x',
      '',
    ]) {
      const request = aRequest({ url })
      const result = await sendWebhook(request, {
        resolve: async () => [publicIpv4],
        dial: spy.dial,
      })
      assert.equal(result.outcome, 'refused', url)
    }
    assert.deepEqual(spy.dialed, [])
  })

  it('a name that changes its mind is asked once a send, and the answer that was checked is dialed', async () => {
    const answers = [[publicIpv4], ['127.0.0.1'], [publicIpv6], ['10.0.0.1', publicIpv4]]
    const asked: string[] = []
    const spy = spyDialer()
    const resolve = async ({ host }: { host: string }) => {
      asked.push(host)
      return answers[asked.length - 1] ?? []
    }
    const outcomes: string[] = []
    for (let send = 0; send < answers.length; send += 1) {
      const request = aRequest({ url: 'https://rebind.example:8443/' })
      outcomes.push((await sendWebhook(request, { resolve, dial: spy.dial })).outcome)
    }
    assert.deepEqual(outcomes, ['failed', 'refused', 'failed', 'refused'])
    assert.equal(asked.length, answers.length)
    assert.deepEqual(spy.dialed, [`${publicIpv4}:8443`, `${publicIpv6}:8443`])
  })

  it('a name without addresses, or with too many, or that cannot be looked up, is a failure to retry', async () => {
    const spy = spyDialer()
    const failing = async () => Promise.reject(new Error('SERVFAIL'))
    const crowd = async () => Array.from({ length: 101 }, () => publicIpv4)
    for (const resolve of [async () => [], failing, crowd]) {
      const result = await sendWebhook(aRequest({ url: 'https://shop.example/' }), {
        resolve,
        dial: spy.dial,
      })
      assert.deepEqual([result.outcome, result.error], ['failed', 'dns_failed'])
    }
    assert.deepEqual(spy.dialed, [])
  })

  describe('beside a real receiver on loopback', () => {
    let receiver: Receiver
    before(async () => (receiver = await startReceiver((_, response) => response.end())))
    after(() => receiver.close())

    it('a connection that ended at another machine than the one checked gets no byte', async () => {
      let bytes = 0
      const other = await startTcpTalker((socket) =>
        socket.on('data', (data) => (bytes += data.length)),
      )
      const dial = () => connect({ host: '127.0.0.1', port: other.port })
      const request = aRequest({ url: `https://shop.example:${other.port}/`, mode: 'sandbox' })
      const result = await sendWebhook(request, { resolve: async () => [publicIpv4], dial })
      assert.deepEqual([result.outcome, result.error], ['refused', 'address_refused'])
      assert.equal(other.connections(), 1)
      await other.close()
      assert.equal(bytes, 0)
    })

    it('it is reached only when its host and port are listed', async () => {
      const already = receiver.connections()
      const url = `https://shop.example:${receiver.port}/`
      for (const listed of [
        [],
        [`shop.example:${receiver.port + 1}`],
        [`127.0.0.1:${receiver.port}`],
      ]) {
        const result = await sendTo(receiver, {
          url,
          mode: 'sandbox',
          privateHosts: new Set(listed),
        })
        assert.equal(result.outcome, 'refused')
      }
      assert.equal(receiver.connections(), already)
      const privateHosts = new Set([`shop.example:${receiver.port}`])
      assert.equal(
        (await sendTo(receiver, { url, mode: 'sandbox', privateHosts })).outcome,
        'delivered',
      )
    })

    it('a listed localhost is found in the hosts of the machine', async () => {
      const request = aRequest({
        url: `https://localhost:${receiver.port}/`,
        mode: 'sandbox',
        privateHosts: receiver.privateHosts,
      })
      assert.equal((await sendWebhook(request)).outcome, 'delivered')
    })
  })
})
