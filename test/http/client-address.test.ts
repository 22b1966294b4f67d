import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { clientAddress } from '#http/client-address.ts'
import { startToyService, ToyWorld, toyCaller, toyRoutes } from './toy-service.ts'

function addressOf(
  remoteAddress: string | undefined,
  forwarded: string | undefined,
  hops: number,
): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return clientAddress({ socket: { remoteAddress }, headers } as IncomingMessage, hops)
}

describe('address a request is counted under', () => {
  it('is that of the socket, whatever headers say, while no proxy is trusted', () => {
    assert.equal(addressOf('203.0.113.7', '198.51.100.1', 0), '203.0.113.7')
    assert.equal(addressOf('::ffff:203.0.113.7', undefined, 0), '203.0.113.7')
    assert.equal(addressOf(undefined, '198.51.100.1', 0), 'unknown')
  })

  it('is read from the right, one entry for each trusted proxy', () => {
    const forged = '1.1.1.1, 2.2.2.2,198.51.100.1 , 10.0.0.9'
    assert.equal(addressOf('10.0.0.1', forged, 1), '10.0.0.9')
    assert.equal(addressOf('10.0.0.1', forged, 2), '198.51.100.1')
    assert.equal(addressOf('10.0.0.1', '198.51.100.1', 3), '198.51.100.1')
    assert.equal(addressOf('10.0.0.1', '::ffff:198.51.100.1', 1), '198.51.100.1')
  })

  it('falls back to the socket when a proxy wrote no address', () => {
    for (const text of [
      undefined,
      '',
      ' ',
      'unknown',
      '_hidden',
      '1.2.3.4:80',
      '"',
      ',,',
      '999.1.1.1',
    ]) {
      assert.equal(addressOf('10.0.0.1', text, 1), '10.0.0.1', text)
    }
  })

  it('is the /64 network of an IPv6 client, in one spelling', () => {
    assert.equal(addressOf('2001:db8:1:2:3:4:5:6', undefined, 0), '2001:db8:1:2::/64')
    assert.equal(addressOf('2001:0DB8:1:2::ffff', undefined, 0), '2001:db8:1:2::/64')
    assert.notEqual(addressOf('2001:db8:1:3::1', undefined, 0), '2001:db8:1:2::/64')
  })

  it('counts by key, at the address that the proxy saw', async () => {
    const world = new ToyWorld()
    world.trustedProxyHops = 1
    const service = await startToyService(toyRoutes, world)
    for (const kind of ['secret', 'public', 'terminal', 'session'] as const) {
      const headers = {
        authorization: `Bearer key-${kind}`,
        'x-forwarded-for': 'evil, 198.51.100.4',
      }
      await (await fetch(`${service.url}/v2/payments/1`, { headers })).text()
    }
    await service.close()
    assert.deepEqual(new Set(world.ipAddresses), new Set(['198.51.100.4']))
    const key = (kind: 'secret' | 'public' | 'terminal' | 'session') =>
      `${kind}:${toyCaller(kind).apiKeyId}`
    assert.deepEqual(world.keyCounts, [
      [key('secret'), '198.51.100.4'],
      [key('public'), '198.51.100.4'],
      [key('terminal'), '198.51.100.4'],
      [key('session'), '198.51.100.4'],
    ])
  })

  it('random forwarding headers do not open a new count', async () => {
    const service = await startToyService()
    for (let count = 0; count < 20; count += 1) {
      const headers = {
        'x-forwarded-for': `10.0.0.${count}`,
        'x-real-ip': '1.1.1.1',
        forwarded: 'for=9.9.9.9',
      }
      await (await fetch(`${service.url}/v2/open`, { headers })).text()
    }
    await service.close()
    assert.deepEqual(new Set(service.world.ipAddresses), new Set(['127.0.0.1']))
  })
})
