import assert from 'node:assert/strict'
import fc from 'fast-check'
import { typedCode, typedCodeLength, readTypedCode } from '#domain/text/typed-code.ts'
import { typedCodesIn } from '#test/support/typed-codes.ts'

const bytes = fc.uint8Array({ minLength: typedCodeLength, maxLength: typedCodeLength })

describe('codes that people type', () => {
  it('are three groups of four signs that nobody takes for another, and read as they were made', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const code = typedCode(random)
        assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
        const plain = code.replaceAll('-', '')
        const typed = [code, plain.toLowerCase(), ` ${plain.replaceAll('0', 'O')}`]
        for (const text of [...typed, code.replaceAll('1', 'i'), code.replaceAll('1', 'L')]) {
          assert.equal(readTypedCode(text), plain)
        }
      }),
    )
  })

  it('differ with every bit that counts: 60 of them', () => {
    const zeros = new Uint8Array(typedCodeLength)
    const codes = new Set<string>()
    for (let at = 0; at < typedCodeLength; at += 1) {
      for (let value = 0; value < 32; value += 1) codes.add(typedCode(zeros.with(at, value)))
    }
    assert.equal(codes.size, typedCodeLength * 31 + 1)
  })

  it('are found by tests in what is answered, and ids are not taken for them', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const code = typedCode(random)
        for (const text of [code, `"${code}"`, `<b>${code}</b>`, `code : ${code}.`])
          assert.deepEqual(typedCodesIn(text), [code])
      }),
    )
    // Groups of digits alone, as one id in some hundreds has.
    for (const id of [
      '01928374-6523-7452-8934-656789234567',
      '01928374-6523-4452-9934-0a6789234567',
    ])
      assert.deepEqual(typedCodesIn(`{"id":"${id}"}`), [])
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
      assert.equal(readTypedCode(text), undefined, text)
    }
  })
})
