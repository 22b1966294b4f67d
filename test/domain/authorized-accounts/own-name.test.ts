import assert from 'node:assert/strict'
import { ownNameLengthMax, readOwnName } from '#domain/authorized-accounts/own-name.ts'

describe('the name that a merchant gives an account', () => {
  it('is kept as typed, on one line, with single spaces; nothing is no name', () => {
    assert.equal(readOwnName('  Loyer\u00A0 boutique\n'), 'Loyer boutique')
    assert.equal(
      readOwnName('Ìyá Bùkọ́lá & <b>Filles</b> 🧵'),
      'Ìyá Bùkọ́lá & <b>Filles</b> 🧵'.normalize('NFC'),
    )
    for (const empty of ['', '   ', '\u0000\u0007', '\u200B\u2060', '\uD800'])
      assert.equal(readOwnName(empty), null)
  })

  it('has no character that is not seen, or that turns its neighbours around', () => {
    assert.equal(readOwnName('Loyer\u202E 000 001\u202C'), 'Loyer 000 001')
    assert.equal(readOwnName('A\u0000B\u001B[31mC\u2028D\uFEFFE'), 'A B [31mC DE')
  })

  it('has sixty characters at most, as people count them', () => {
    assert.equal(readOwnName('🧵'.repeat(ownNameLengthMax)), '🧵'.repeat(ownNameLengthMax))
    assert.equal(readOwnName('a'.repeat(ownNameLengthMax + 1)), undefined)
    assert.equal(readOwnName(`${' '.repeat(9_999)}a`), 'a')
  })
})
