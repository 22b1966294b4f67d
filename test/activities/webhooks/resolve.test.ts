import assert from 'node:assert/strict'
import { checkEndpointUrl, type EndpointUrl } from '#platform/endpoint-url.ts'
import { resolveByDns } from '#activities/webhooks/find-target.ts'
import { sendWebhook } from '#activities/webhooks/send.ts'
import { startNameServer } from './name-server.ts'
import { aRequest, spyDialer } from './sends.ts'
import { given } from '#test/support/given.ts'

describe('webhooks: names', () => {
  const names = given(() =>
    startNameServer({
      'shop.example.test': ['9.9.9.9', '9.9.9.10', '2620:fe::9'],
      'old.example.test': ['9.9.9.9'],
      'mixed.example.test': ['9.9.9.9', '::1'],
      'inside.example.test': ['10.1.2.3'],
      'localhost.example.test': ['127.0.0.1'],
    }),
  )

  const resolve = (place: EndpointUrl, signal: AbortSignal) =>
    resolveByDns(place, signal, [names.server])
  const find = (host: string, signal = new AbortController().signal) => {
    const place = checkEndpointUrl(`https://${host}/`, { privateHosts: new Set() })
    assert.ok(place.ok)
    return resolve(place, signal)
  }

  it('both kinds of address are found, and one kind is enough', async () => {
    assert.deepEqual(await find('shop.example.test'), ['9.9.9.9', '9.9.9.10', '2620:fe::9'])
    assert.deepEqual(await find('old.example.test'), ['9.9.9.9'])
    assert.deepEqual(await find('unknown.example.test'), [])
  })

  it('what the servers say is judged: private and mixed answers are refused, unknown names fail', async () => {
    const send = (host: string) =>
      sendWebhook(aRequest({ url: `https://${host}/` }), { resolve, ...spy })
    const spy = spyDialer()
    assert.equal((await send('inside.example.test')).error, 'address_refused')
    assert.equal((await send('localhost.example.test')).error, 'address_refused')
    assert.equal((await send('mixed.example.test')).error, 'address_refused')
    assert.equal((await send('unknown.example.test')).error, 'dns_failed')
    assert.deepEqual(spy.dialed, [])
    assert.equal((await send('old.example.test')).error, 'connection_failed')
    assert.deepEqual(spy.dialed, ['9.9.9.9:443'])
  })

  it('a name is asked for again at every send', async () => {
    const asked = () => names.queries.filter((name) => name === 'old.example.test').length
    const already = asked()
    for (let send = 0; send < 3; send += 1) await find('old.example.test')
    assert.equal(asked() - already, 3 * 2)
  })

  it('fifty names whose servers are silent do not keep another waiting', async () => {
    const gone = new AbortController()
    const waiting = Array.from({ length: 50 }, (_, index) =>
      find(`silent.n${index}.test`, gone.signal),
    )
    const startedAt = performance.now()
    assert.deepEqual(await find('old.example.test'), ['9.9.9.9'])
    assert.ok(performance.now() - startedAt < 3000)
    gone.abort()
    assert.deepEqual((await Promise.all(waiting)).flat(), [])
    assert.ok(performance.now() - startedAt < 4000)
  })

  it('a silent name is a timeout of the send', async () => {
    const request = aRequest({ url: 'https://silent.example.test/' })
    const result = await sendWebhook(request, { resolve, deadlineMs: 200 })
    assert.deepEqual([result.outcome, result.error], ['failed', 'timeout'])
    assert.ok(result.durationMs < 3000)
  })
})
