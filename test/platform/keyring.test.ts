import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { createKeyring, sameBytes } from '#platform/keyring.ts'

const keyring = createKeyring([randomBytes(32)])
const a = { purpose: 'a', table: 't', column: 'a' }
const bytes = fc.uint8Array({ maxLength: 2000 }).map((array) => Buffer.from(array))

describe('keyring', () => {
  it('opens what it sealed, byte for byte', () => {
    fc.assert(
      fc.property(bytes, (plaintext) => {
        assert.deepEqual(keyring.open(a, '1', keyring.seal(a, '1', plaintext)), plaintext)
      }),
    )
    assert.equal(keyring.open(a, '1', keyring.seal(a, '1', 'é')).toString('utf8'), 'é')
  })

  it('opens nothing of which a single bit changed', () => {
    const sealed = keyring.seal(a, '1', 'secret')
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.throws(() => keyring.open(a, '1', changed))
    }
  })

  it('opens nothing that was cut short', () => {
    const sealed = keyring.seal(a, '1', '')
    for (let length = 0; length < sealed.length; length++) {
      assert.throws(() => keyring.open(a, '1', sealed.subarray(0, length)))
    }
  })

  it('opens nothing sealed for another column or row, or under another key', () => {
    const sealed = keyring.seal(a, '1', 'secret')
    assert.throws(() => keyring.open({ ...a, purpose: 'b' }, '1', sealed))
    assert.throws(() => keyring.open({ ...a, column: 'c' }, '1', sealed))
    assert.throws(() => keyring.open({ ...a, table: 't2' }, '1', sealed))
    assert.throws(() => keyring.open(a, '2', sealed))
    assert.throws(() => createKeyring([randomBytes(32)]).open(a, '1', sealed))
  })

  it('never seals the same text to the same bytes', () => {
    const seals = Array.from({ length: 1000 }, () => keyring.seal(a, '1', 'x').toString('hex'))
    assert.equal(new Set(seals).size, seals.length)
  })

  it('digests to 32 bytes that depend on text, purpose and master key, and on nothing else', () => {
    const digest = keyring.mac('a', 'text')
    assert.equal(digest.length, 32)
    assert.deepEqual(keyring.mac('a', Buffer.from('text')), digest)
    const others = [
      keyring.mac('a', 'texte'),
      keyring.mac('b', 'text'),
      createKeyring([randomBytes(32)]).mac('a', 'text'),
    ]
    for (const other of others) assert.notDeepEqual(other, digest)
  })

  it('gives the same subkeys in every process', () => {
    const known = createKeyring([Buffer.alloc(32, 7)])
    // Sealed by an earlier version; what is in a database must stay readable.
    const sealed = Buffer.from(sealedEarlier, 'base64')
    assert.equal(
      known.open({ ...a, purpose: 'fixture' }, '1', sealed).toString('utf8'),
      'still readable',
    )
    assert.equal(known.mac('fixture', 'text').toString('hex'), digestEarlier)
  })

  it('opens under any of its keys, and seals under the first', () => {
    const [before, after] = [randomBytes(32), randomBytes(32)]
    const early = createKeyring([before]).seal(a, '1', 'early')
    const both = createKeyring([after, before])
    const late = both.seal(a, '1', 'late')
    assert.equal(both.open(a, '1', early).toString(), 'early')
    assert.equal(createKeyring([before, after]).open(a, '1', late).toString(), 'late')
    assert.throws(() => createKeyring([before]).open(a, '1', late))
    assert.throws(() => createKeyring([after]).open(a, '1', early))
    assert.ok(late.subarray(0, 5).equals(both.sealedPrefix))
    assert.ok(!early.subarray(0, 5).equals(both.sealedPrefix))
  })

  it('opens what was bound to no row yet under any of its keys, and for its purpose alone', () => {
    const both = createKeyring([randomBytes(32), Buffer.alloc(32, 7)])
    const sealed = Buffer.from(sealedEarlier, 'base64')
    const fixture = { ...a, purpose: 'fixture' }
    assert.equal(both.open(fixture, 'any', sealed).toString(), 'still readable')
    assert.throws(() => both.open(a, 'any', sealed))
    assert.throws(() => keyring.open(fixture, 'any', sealed))
  })

  it('makes digests under the key that it is told, whichever seals', () => {
    const other = createKeyring([randomBytes(32), randomBytes(32)])
    assert.ok(!other.mac('a', 'text').equals(keyring.mac('a', 'text')))
    other.digestUnder(keyring.digestKey)
    assert.deepEqual(other.mac('a', 'text'), keyring.mac('a', 'text'))
  })

  it('compares bytes of any lengths without an error', () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        assert.equal(sameBytes(a, b), a.equals(b))
        assert.equal(sameBytes(a, Buffer.from(a)), true)
      }),
    )
  })

  it('takes a master key of 32 bytes alone', () => {
    for (const length of [0, 16, 31, 33]) assert.throws(() => createKeyring([Buffer.alloc(length)]))
    assert.throws(() => createKeyring([]))
  })
})

const sealedEarlier = 'AS4YmVCiTp5y/g71YXXW7N//JBdmKThU3NBdVbtv6pzl7CU3qr4Afm3/XQ=='
const digestEarlier = 'ed4bb763d4dca28a96fe098bed3fa5d9414f034daec7d4d3fc667d2336307635'
