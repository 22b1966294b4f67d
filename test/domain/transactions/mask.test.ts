import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import {
  groupedMaskedPhone,
  maskCustomer,
  maskEmail,
  maskName,
  maskPhone,
} from '#domain/transactions/mask.ts'
import { isVisible } from '#domain/text/visible.ts'

describe('the masked customer', () => {
  it('has the shapes of the specification', () => {
    const customer = {
      name: 'Awa Rosine Dossou',
      email: 'kossi@example.bj',
      phone: '2290197000000',
    }
    assert.deepEqual(maskCustomer(customer), {
      name: 'Awa D.',
      email: 'k•••@example.bj',
      phone: '22901••••0000',
    })
    const unknown = { name: null, email: null, phone: null }
    assert.deepEqual(maskCustomer(unknown), unknown)
    assert.equal(groupedMaskedPhone('2290197000000'), '+229 01 •••• 0000')
  })

  it('keeps one initial of a name of one word, and nothing of an empty part', () => {
    assert.equal(maskName('Awa'), 'A.')
    assert.equal(maskName('  Awa  '), 'A.')
    assert.equal(maskName('Awa\u00A0 \t Dossou'), 'Awa D.')
    // What shows nothing is no second name.
    for (const blank of ['\u200B', '\u2060', '\u2800', '\uFE0F']) {
      assert.equal(maskName(`Awa ${blank}`), 'A.')
      assert.equal(maskName(`${blank} Awa`), 'A.')
    }
    assert.equal(maskName(''), '')
    assert.equal(maskName('   '), '')
    assert.equal(maskEmail('@example.bj'), '•••@example.bj')
    assert.equal(maskEmail('kossi'), '•••')
    assert.equal(maskEmail(''), '•••')
    assert.equal(maskEmail('"a@b"@example.bj'), '"•••@example.bj')
    assert.equal(maskPhone(''), '••••')
  })

  it('keeps whole characters beyond the basic plane', () => {
    assert.equal(maskName('𝒜wa 𝒟ossou'), '𝒜wa 𝒟.')
    assert.equal(maskName('😀'), '😀.')
    assert.equal(maskEmail('😀😀@example.bj'), '😀•••@example.bj')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.ok(maskName(text).isWellFormed())
        assert.ok(maskEmail(text).isWellFormed())
      }),
    )
  })

  it('shows of a name its first word and one character of the last, never more', () => {
    const word = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => !/\s/u.test(text) && isVisible(text))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const masked = maskName(words.join(' '))
        const shown = words.length > 1 ? masked.slice((words[0]?.length ?? 0) + 1) : masked
        assert.match(shown, /^.\.$/su)
        if (words.length > 1) assert.ok(masked.startsWith(`${words[0]} `))
      }),
      { numRuns: 5000 },
    )
  })

  it('shows of an address one character before the @, never more', () => {
    const local = fc.stringMatching(/^[a-z0-9.]{1,60}$/)
    fc.assert(
      fc.property(local, fc.domain(), (name, domain) => {
        assert.equal(maskEmail(`${name}@${domain}`), `${name[0]}•••@${domain}`)
      }),
      { numRuns: 5000 },
    )
  })

  it('shows of a number the country code, two digits and the last four, and always hides two at least', () => {
    const phone = fc
      .tuple(
        fc.constantFrom('229', '33', '1', '7', '225', '999', '44', '290'),
        fc.stringMatching(/^\d{2,12}$/),
      )
      .map(([code, national]) => ({ code, national }))
    fc.assert(
      fc.property(phone, ({ code, national }) => {
        const [start = '', end = ''] = maskPhone(code + national).split('••••')
        const whole = code + national
        assert.ok(whole.startsWith(start) && whole.endsWith(end))
        assert.ok(whole.length - start.length - end.length >= 2)
        assert.ok(end.length <= 4 && start.length <= code.length + 2)
        if (code !== '999' && national.length >= 8) {
          assert.deepEqual([start.length, end.length], [code.length + 2, 4])
        }
      }),
      { numRuns: 5000 },
    )
  })
})
