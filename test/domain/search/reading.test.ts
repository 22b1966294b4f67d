import assert from 'node:assert/strict'
import { readSearch, type SearchReading } from '#domain/search/reading.ts'

describe('what somebody may mean by a text', () => {
  it('is a number, whole or by its end, however it is written', () => {
    for (const typed of ['+229 01 97 12 56 80', '002290197125680', '229 97 12 56 80'])
      assert.equal(read(typed).phoneEnd, '2290197125680', typed)
    for (const [typed, end] of Object.entries({
      '01 97 12 56 80': '0197125680',
      '97.12.56.80': '97125680',
      '56-80': '5680',
      5680: '5680',
    }))
      assert.equal(read(typed).phoneEnd, end, typed)
    for (const typed of ['568', '1'.repeat(16), 'A5680', '12,5'])
      assert.equal(read(typed).phoneEnd, null, typed)
  })

  it('is an amount, with or without its currency', () => {
    const inXof = (minor: bigint) => [{ minor, currency: 'XOF' }]
    for (const typed of ['12 500 F CFA', '12500F', '12.500 fcfa', '12\u202F500 xof'])
      assert.deepEqual(read(typed).amounts, inXof(12_500n), typed)
    assert.deepEqual(read('12,50 €').amounts, [{ minor: 1250n, currency: 'EUR' }])
    const bare = read('2500').amounts
    assert.ok(bare.some(({ minor, currency }) => minor === 2500n && currency === 'XOF'))
    assert.ok(bare.some(({ minor, currency }) => minor === 250_000n && currency === 'EUR'))
    assert.ok(read('12,5').amounts.every(({ currency }) => currency !== 'XOF'))
    for (const typed of ['00', '9'.repeat(13), '12 50', '2500 abc', '-2500'])
      assert.deepEqual(read(typed).amounts, [], typed)
  })

  it('is a reference, a receipt, an id or a name', () => {
    assert.deepEqual(read('Cmd-1042').references, ['Cmd-1042', 'CMD-1042', 'cmd-1042'])
    assert.deepEqual(read('deux mots').references, [])
    assert.equal(read('20261121-7b3c8e28942a').receiptEnd, 0x7b3c8e28942an)
    assert.equal(read('7B3C8E28942A').receiptEnd, 0x7b3c8e28942an)
    assert.equal(read('7B3C8E28942').receiptEnd, null)
    const id = '0196F3A0-0000-7000-8000-7B3C8E28942A'
    assert.equal(read(id).id, id.toLowerCase())
    assert.equal(read('  Bio\u0000\u200B  Séko ').name, 'Bio Séko')
    assert.equal(read('2500').name, null)
  })

  it('is the end of a reference, from four signs on with a digit among them', () => {
    for (const [typed, end] of Object.entries({ 7731: '7731', '-7731': '-7731', '0AB7': '0ab7' }))
      assert.equal(read(typed).referenceEnd, end, typed)
    for (const typed of ['731', 'abcd', 'deux mots', '97 12 56 80'])
      assert.equal(read(typed).referenceEnd, null, typed)
  })

  it('is nothing without letters and digits, and too long beyond a hundred signs', () => {
    for (const typed of ['', ' ', '\u0000\u0001\u0002'.repeat(3000), '%_\\', '🙂🙂', 'a', '\uD800'])
      assert.equal(readSearch(typed), 'nothing', JSON.stringify(typed.slice(0, 9)))
    assert.equal(readSearch('é'.repeat(10_000)), 'too_long')
    assert.notEqual(readSearch('é'.repeat(100)), 'too_long')
  })
})

function read(typed: string): SearchReading {
  const reading = readSearch(typed)
  assert.ok(typeof reading === 'object', typed)
  return reading
}
