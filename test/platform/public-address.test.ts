import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import fc from 'fast-check'
import { checkEndpointUrl } from '#platform/endpoint-url.ts'
import { isPublicAddress, isSameAddress } from '#platform/public-address.ts'
import * as blocks from '#test/activities/webhooks/special-blocks.ts'

const ipv4Blocks = blocks.specialIpv4Blocks.map(blocks.ipv4Block)
const ipv6Blocks = blocks.specialIpv6Blocks.map(blocks.ipv6Block)
const routed = blocks.ipv6Block('2000::/3')
const isIn = (number: bigint) => (block: blocks.Block) =>
  number >= block.first && number <= block.last

/** First, last, middle and two more of a block. */
function samples({ first, last }: blocks.Block): bigint[] {
  const at = (part: bigint) => first + ((last - first) * part) / 100n
  return [...new Set([first, at(13n), at(50n), at(87n), last])]
}

function urlIsRefused(host: string): boolean {
  const checked = checkEndpointUrl(`https://${host}/`, { privateHosts: new Set() })
  return !checked.ok && checked.reason === 'private_address'
}

describe('webhooks: public addresses', () => {
  let refusedForms = 0
  let acceptedForms = 0
  after(() => {
    assert.ok(refusedForms >= 2000, `${refusedForms} refused forms`)
    assert.ok(acceptedForms >= 200, `${acceptedForms} accepted forms`)
  })

  for (const text of blocks.specialIpv4Blocks) {
    it(`${text} is refused, plain, in every spelling and wrapped in IPv6`, () => {
      for (const number of samples(blocks.ipv4Block(text))) {
        assert.equal(isPublicAddress(blocks.ipv4Text(number)), false, blocks.ipv4Text(number))
        for (const wrapped of blocks.ipv6Wrappings(number)) {
          assert.equal(isIP(wrapped), 6, wrapped)
          assert.equal(isPublicAddress(wrapped), false, wrapped)
          assert.ok(urlIsRefused(`[${wrapped}]`), wrapped)
          refusedForms += 1
        }
        for (const spelling of blocks.ipv4Spellings(number)) {
          assert.ok(urlIsRefused(spelling), spelling)
          refusedForms += 1
        }
      }
    })
  }

  for (const text of blocks.specialIpv6Blocks) {
    it(`${text} is refused`, () => {
      for (const number of samples(blocks.ipv6Block(text))) {
        const address = blocks.ipv6Text(number)
        assert.equal(isPublicAddress(address), false, address)
        assert.ok(urlIsRefused(`[${address}]`), address)
        refusedForms += 1
      }
    })
  }

  it('the neighbours of each IPv4 block are accepted, unless another block has them', () => {
    for (const { first, last } of ipv4Blocks) {
      for (const number of [first - 2n, first - 1n, last + 1n, last + 2n]) {
        if (number < 0n || number > 0xffffffffn) continue
        const isSpecial = ipv4Blocks.some(isIn(number))
        const address = blocks.ipv4Text(number)
        assert.equal(isPublicAddress(address), !isSpecial, address)
        for (const spelling of isSpecial ? [] : blocks.ipv4Spellings(number)) {
          const checked = checkEndpointUrl(`https://${spelling}/`, { privateHosts: new Set() })
          assert.equal(checked.ok && checked.url, `https://${address}/`)
          acceptedForms += 1
        }
      }
    }
  })

  it('the neighbours of each IPv6 block are accepted when they are routed and no other block has them', () => {
    for (const { first, last } of ipv6Blocks) {
      for (const number of [first - 2n, first - 1n, last + 1n, last + 2n]) {
        if (number < 0n || number >> 128n > 0n) continue
        const isPublic = isIn(number)(routed) && !ipv6Blocks.some(isIn(number))
        assert.equal(isPublicAddress(blocks.ipv6Text(number)), isPublic, blocks.ipv6Text(number))
        if (isPublic) acceptedForms += 1
      }
    }
  })

  it('any other address is public exactly when no block has it', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 0xffffffffn }), (number) => {
        assert.equal(isPublicAddress(blocks.ipv4Text(number)), !ipv4Blocks.some(isIn(number)))
      }),
      { numRuns: 3000 },
    )
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }), (number) => {
        const isPublic = isIn(number)(routed) && !ipv6Blocks.some(isIn(number))
        assert.equal(isPublicAddress(blocks.ipv6Text(number)), isPublic)
      }),
      { numRuns: 3000 },
    )
  })

  it('addresses of well-known public services are accepted', () => {
    for (const ip of [
      '1.1.1.1',
      '8.8.8.8',
      '41.85.160.1',
      '196.192.16.1',
      '2606:4700::1111',
      '2c0f:f248::1',
    ]) {
      assert.ok(isPublicAddress(ip), ip)
    }
  })

  it('what is no IP in plain notation is never public', () => {
    const texts = [
      '',
      ' 8.8.8.8',
      '8.8.8.8 ',
      '8.8.8',
      '08.8.8.8',
      '0x8.8.8.8',
      '134744072',
      '8.8.8.8/32',
    ]
    const more = [
      '[2606:4700::1111]',
      '2606:4700::1111%eth0',
      '2606:4700::1111%1',
      'example.com',
      '8.8.8.8\0',
    ]
    for (const text of [...texts, ...more]) assert.equal(isPublicAddress(text), false, text)
    fc.assert(fc.property(fc.string(), (text) => isIP(text) !== 0 || !isPublicAddress(text)))
  })

  it('one address is itself in every notation, and no other', () => {
    assert.ok(isSameAddress('2606:4700:0:0::1111', '2606:4700::1111'))
    assert.ok(isSameAddress('2606:4700::ABCD', '2606:4700:0::abcd'))
    assert.ok(!isSameAddress('8.8.8.8', '8.8.4.4'))
    assert.ok(!isSameAddress('127.0.0.1', '::ffff:127.0.0.1'))
    assert.ok(!isSameAddress('', '') && !isSameAddress('x', 'x'))
  })
})
