import assert from 'node:assert/strict'
import fc from 'fast-check'
import { activationCode, activationCodeLength, readActivationCode } from '#domain/terminal.ts'

const bytes = fc.uint8Array({ minLength: activationCodeLength, maxLength: activationCodeLength })

describe('activation codes', () => {
  it('are three groups of four signs that nobody takes for another, and read as they were made', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const code = activationCode(random)
        assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
        const plain = code.replaceAll('-', '')
        const typed = [code, plain.toLowerCase(), ` ${plain.replaceAll('0', 'O')}`]
        for (const text of [...typed, code.replaceAll('1', 'i'), code.replaceAll('1', 'L')]) {
          assert.equal(readActivationCode(text), plain)
        }
      }),
    )
  })

  it('differ with every bit that counts: 60 of them', () => {
    const zeros = new Uint8Array(activationCodeLength)
    const codes = new Set<string>()
    for (let at = 0; at < activationCodeLength; at += 1) {
      for (let value = 0; value < 32; value += 1) codes.add(activationCode(zeros.with(at, value)))
    }
    assert.equal(codes.size, activationCodeLength * 31 + 1)
  })

  it('other texts are no codes', () => {
    for (const text of [
      '',
      '-',
      'AAAA-BBBB-CCC',
      'AAAA-BBBB-CCCCC',
      'AAAA-BBBB-CCCU',
      '🙂',
      'é'.repeat(12),
    ]) {
      assert.equal(readActivationCode(text), undefined, text)
    }
  })
})
