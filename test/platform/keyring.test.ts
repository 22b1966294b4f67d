import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { createKeyring, sameBytes } from '#platform/keyring.ts'

const keyring = createKeyring(randomBytes(32))
const bytes = fc.uint8Array({ maxLength: 2000 }).map((array) => Buffer.from(array))

describe('keyring', () => {
  it('opens what it sealed, byte for byte', () => {
    fc.assert(
      fc.property(bytes, (plaintext) => {
        assert.deepEqual(keyring.open('a', keyring.seal('a', plaintext)), plaintext)
      }),
    )
    assert.equal(keyring.open('a', keyring.seal('a', 'é')).toString('utf8'), 'é')
  })

  it('opens nothing of which a single bit changed', () => {
    const sealed = keyring.seal('a', 'secret')
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.throws(() => keyring.open('a', changed))
    }
  })

  it('opens nothing that was cut short', () => {
    const sealed = keyring.seal('a', '')
    for (let length = 0; length < sealed.length; length++) {
      assert.throws(() => keyring.open('a', sealed.subarray(0, length)))
    }
  })

  it('opens nothing sealed for another purpose or under another key', () => {
    const sealed = keyring.seal('a', 'secret')
    assert.throws(() => keyring.open('b', sealed))
    assert.throws(() => createKeyring(randomBytes(32)).open('a', sealed))
  })

  it('never seals the same text to the same bytes', () => {
    const seals = Array.from({ length: 1000 }, () => keyring.seal('a', 'x').toString('hex'))
    assert.equal(new Set(seals).size, seals.length)
  })

  it('digests to 32 bytes that depend on text, purpose and master key, and on nothing else', () => {
    const digest = keyring.mac('a', 'text')
    assert.equal(digest.length, 32)
    assert.deepEqual(keyring.mac('a', Buffer.from('text')), digest)
    const others = [
      keyring.mac('a', 'texte'),
      keyring.mac('b', 'text'),
      createKeyring(randomBytes(32)).mac('a', 'text'),
    ]
    for (const other of others) assert.notDeepEqual(other, digest)
  })

  it('gives the same subkeys in every process', () => {
    const known = createKeyring(Buffer.alloc(32, 7))
    // Sealed by an earlier version; what is in a database must stay readable.
    const sealed = Buffer.from(sealedEarlier, 'base64')
    assert.equal(known.open('fixture', sealed).toString('utf8'), 'still readable')
    assert.equal(known.mac('fixture', 'text').toString('hex'), digestEarlier)
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
    for (const length of [0, 16, 31, 33]) assert.throws(() => createKeyring(Buffer.alloc(length)))
  })
})

const sealedEarlier = 'AS4YmVCiTp5y/g71YXXW7N//JBdmKThU3NBdVbtv6pzl7CU3qr4Afm3/XQ=='
const digestEarlier = 'ed4bb763d4dca28a96fe098bed3fa5d9414f034daec7d4d3fc667d2336307635'
