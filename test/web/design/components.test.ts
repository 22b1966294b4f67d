import assert from 'node:assert/strict'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import jsQR from 'jsqr'
import { money } from '#domain/money/money.ts'
import { initialsOf } from '#web/design/merchant.tsx'
import { Amount, moneyText } from '#web/design/money.tsx'
import type { Language } from '#domain/text/language.ts'
import { Stat } from '#web/design/stat.tsx'
import { type PageScope, ScopeContext } from '#web/design/scope.ts'
import { qrPath } from '#web/design/qr.tsx'
import { relativeTime } from '#web/design/time-text.ts'
import { designFiles } from '#web/design/files.ts'

describe('components', () => {
  it('write amounts as French is set, with no-break spaces', () => {
    assert.equal(moneyText(money(12_500n, 'XOF')), '12\u202F500\u00A0F\u00A0CFA')
    assert.equal(
      moneyText(money(1_234_567_890n, 'XOF')),
      '1\u202F234\u202F567\u202F890\u00A0F\u00A0CFA',
    )
    assert.equal(moneyText(money(1_250n, 'EUR')), '12,50\u00A0€')
    assert.equal(moneyText(money(-500n, 'XOF')), '\u2212500\u00A0F\u00A0CFA')
    assert.equal(moneyText(money(0n, 'USD')), '0,00\u00A0$\u00A0US')
  })

  it('keep digits and currency of an amount apart, the sign with the digits', () => {
    const textIn = (language: Language) => {
      const amount = h(Amount, { of: money(12_500n, 'XOF'), isSigned: true })
      const scope = { language } as PageScope
      return renderToString(h(ScopeContext.Provider, { value: scope }, amount))
    }
    const unit = '\u00A0<span class="unit">F\u00A0CFA</span></span>'
    assert.equal(textIn('fr'), `<span class="amount num">+12\u202F500${unit}`)
    assert.equal(textIn('en'), `<span class="amount num">+12,500${unit}`)
  })

  it('write a large figure as its reader writes numbers', () => {
    const textIn = (language: Language) => {
      const stat = h(Stat, { label: 'Écarts', children: 100_193 })
      return renderToString(h(ScopeContext.Provider, { value: { language } as PageScope }, stat))
    }
    assert.match(textIn('fr'), />100\u202F193</)
    assert.match(textIn('en'), />100,193</)
  })

  it('say times as people do, in the local time of the market', () => {
    const now = new Date('2026-11-21T12:00:00Z')
    const said: Record<string, string> = {
      '2026-11-21T11:59:30Z': 'à l’instant',
      '2026-11-21T11:55:00Z': 'il y a 5\u00A0min',
      '2026-11-21T08:30:00Z': 'il y a 3\u00A0h',
      '2026-11-21T01:00:00Z': 'aujourd’hui à 02:00',
      '2026-11-20T22:59:00Z': 'hier à 23:59',
      '2026-11-12T13:05:00Z': '12\u00A0nov. à 14:05',
      '2025-11-12T13:05:00Z': '12\u00A0nov. 2025',
      '2026-11-21T12:10:00Z': 'dans 10\u00A0min',
      '2026-11-22T12:10:00Z': 'demain à 13:10',
    }
    for (const [time, text] of Object.entries(said)) {
      assert.equal(relativeTime(new Date(time), now, 'fr'), text, time)
    }
  })

  it('draw QR codes that cameras read', () => {
    for (const text of ['https://pay.example.com/verification/Ab-_0', 'é'.repeat(60)]) {
      const { pixels, side } = pixelsOf(qrPath(text))
      assert.equal(jsQR.default(pixels, side, side)?.data, text)
    }
  })

  it('name a merchant without a logo by its initials', () => {
    const initials = {
      'Boutique Ganhi': 'BG',
      Kékéli: 'K',
      'Chez «\u00A0Ṣadé\u00A0» & fils': 'CF',
      '': '',
    }
    for (const [name, text] of Object.entries(initials)) assert.equal(initialsOf(name), text)
  })

  it('have one style of 14 KB at most, a script of 1 KB, and one of 4.25 KB for payers; the portal 8 KB of style more, the staff desk lays 6 KB upon the style, with scripts of 3 KB and 3.25 KB', () => {
    const size = (name: string) => designFiles().find((file) => file.name === name)?.content.length
    assert.ok((size('style.css') ?? Infinity) <= 14 * 1024, `style: ${size('style.css')}`)
    assert.ok((size('staff.css') ?? Infinity) <= 6 * 1024, `desk: ${size('staff.css')}`)
    assert.ok((size('portal.css') ?? Infinity) <= 22 * 1024, `portal: ${size('portal.css')}`)
    assert.ok((size('staff.js') ?? Infinity) <= 3328, `script of the desk: ${size('staff.js')}`)
    assert.ok((size('portal.js') ?? Infinity) <= 3072, `script of the portal: ${size('portal.js')}`)
    assert.ok((size('page.js') ?? Infinity) <= 1024, `script: ${size('page.js')}`)
    assert.ok((size('payer.js') ?? Infinity) <= 4352, `payers: ${size('payer.js')}`)
  })
})

const scale = 4
/** The quiet squares that a camera needs around a code. */
const border = 4

/** The code as a camera sees it: white, with each run of dark squares in black. */
function pixelsOf({ size, path }: ReturnType<typeof qrPath>) {
  const side = (size + 2 * border) * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x = '', y = '', long = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = 0; row < scale; row += 1) {
      const start = ((Number(y) + border) * scale + row) * side + (Number(x) + border) * scale
      for (let at = start; at < start + Number(long) * scale; at += 1) {
        pixels.set([0, 0, 0], at * 4)
      }
    }
  }
  return { pixels, side }
}
