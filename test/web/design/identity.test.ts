import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import { operators } from '#domain/operators/operators.ts'
import { day } from '#web/design/palette.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'

const fileOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url))
const textOf = (path: string) => fileOf(path).toString()

/** What all languages of the country are written with, beyond the letters of French. */
const letters = 'ɖƉɛƐɔƆŋŊɣƔʋƲƒƑẹẸọỌṣṢɲƝǝƎɩƖʊƱɓƁɗƊ'
/** Grave, acute, circumflex, tilde, macron, caron, and the dot below. */
const tones = '\u0300\u0301\u0302\u0303\u0304\u030C\u0323'
const french = 'abcxyzABCXYZ0123456789 àâçéèêëîïôùûüÿœæÀÂÇÉÈÊËÎÏÔÙÛÜŸŒÆ«»’“”…–—·•€−\u00A0\u202F'

/** The part of a font that pdfkit reads it with. */
interface Font {
  hasGlyphForCodePoint(codePoint: number): boolean
  layout(text: string): { readonly positions: readonly { xAdvance: number; xOffset: number }[] }
}

function fontOf(content: Buffer): Font {
  const pdf = new PDFDocument().font(content as unknown as string)
  return (Reflect.get(pdf, '_font') as { readonly font: Font }).font
}

describe('the letters of the pages', () => {
  const content = fileOf('web/design/assets/inter.woff2')
  const font = fontOf(content)

  it('are one file of 30 KB at most, with their licence beside them', () => {
    assert.ok(content.length <= 30 * 1024, `${content.length} bytes`)
    assert.match(textOf('web/design/assets/inter-licence.txt'), /SIL OPEN FONT LICENSE/)
  })

  it('are all those of French, Fon, Yoruba, Bariba, Ewe and Dendi, with their tones', () => {
    const vowels = 'aeiouAEIOUnmNM'
    const toned = Array.from(vowels, (vowel) =>
      Array.from(tones, (tone) => (vowel + tone).normalize('NFC')).filter(
        ({ length }) => length === 1,
      ),
    ).flat()
    const common = toned.filter((sign) => /[\u00C0-\u017F\u01CD-\u01DC\u01F8\u01F9]/.test(sign))
    assert.ok(common.length > 60)
    const missing = Array.from(french + letters + tones + common.join('')).filter(
      (sign) => !font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0),
    )
    assert.deepEqual(missing, [])
    assert.ok(
      !font.hasGlyphForCodePoint('ж'.codePointAt(0) ?? 0),
      'a letter that is not there is missed',
    )
  })

  it('set a tone on its letter, not after it', () => {
    for (const letter of 'ɛɔƐƆŋẹọ') {
      for (const tone of '\u0300\u0301\u0304\u030C\u0303') {
        const { positions } = font.layout(letter + tone)
        const [, mark] = positions
        assert.equal(mark?.xAdvance, 0, `${letter}${tone} takes no room`)
        assert.ok((mark?.xOffset ?? 0) < 0, `${letter}${tone} is moved back to its letter`)
      }
    }
  })
})

describe('the palette', () => {
  const folder = new URL('../../../web/design/css/', import.meta.url)

  it('is named in one file: no desk and no page has colours of its own under these names', () => {
    const others = readdirSync(folder).filter((name) => name !== 'tokens.css')
    assert.ok(others.length > 8)
    const names = Object.keys(day).join('|')
    for (const name of others) {
      const text = readFileSync(new URL(name, folder), 'utf8')
      assert.doesNotMatch(text, new RegExp(`--(${names}):`), name)
    }
  })

  it('is that of the mark', () => {
    const used = textOf('web/design/assets/icon.svg').matchAll(/fill="([^"]+)"/g)
    const { bissap, gold, leaf, clay } = day
    assert.deepEqual(
      Array.from(used, ([, colour]) => colour),
      [bissap, gold, leaf, clay, '#ffffff'],
    )
  })

  it('lets the name of each operator be read on its colour', () => {
    for (const { code } of operators) {
      const text = textOf(`http/assets/${code}.svg`)
      const ground = /<rect[^>]*fill="(#[0-9a-f]{6})"/.exec(text)?.[1] ?? ''
      const ink = /<text[^>]*fill="(#[0-9a-f]{6})"/.exec(text)?.[1] ?? ''
      assert.ok(contrast(ground, ink) >= 4.5, `${code}: ${contrast(ground, ink)}`)
    }
  })
})

/** As WCAG counts it. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

interface Manifest {
  readonly id: string
  readonly name: string
  readonly short_name: string
  readonly start_url: string
  readonly scope: string
  readonly display: string
  readonly theme_color: string
  readonly background_color: string
  readonly shortcuts?: readonly { readonly url: string }[]
  readonly icons: readonly {
    readonly src: string
    readonly sizes: string
    readonly type: string
    readonly purpose: string
  }[]
}

describe('an app of the pages', () => {
  const api = given(() => sharedApiAlone())
  const kept = 'public, max-age=31536000, immutable'

  async function pageAt(path: string) {
    const answer = await fetch(api.baseUrl + path, { headers: { Accept: 'text/html' } })
    const text = await answer.text()
    const linked = (rel: string) =>
      new RegExp(`<link rel="${rel}" href="([^"]+)"`).exec(text)?.[1] ?? null
    return { answer, text, linked }
  }

  async function manifestOf(path: string): Promise<Manifest> {
    const { answer, linked } = await pageAt(path)
    assert.match(answer.headers.get('Content-Security-Policy') ?? '', /manifest-src 'self'/)
    const manifest = await fetch(api.baseUrl + (linked('manifest') ?? ''))
    assert.equal(manifest.status, 200)
    assert.match(manifest.headers.get('Content-Type') ?? '', /^application\/manifest\+json/)
    assert.equal(manifest.headers.get('Cache-Control'), kept)
    return (await manifest.json()) as Manifest
  }

  it('is one of the portal and one of the desk, each with its name and its addresses', async () => {
    const portal = await manifestOf('/portail/connexion')
    const staff = await manifestOf('/staff/connexion')
    for (const app of [portal, staff]) {
      assert.equal(app.display, 'standalone')
      assert.match(app.theme_color, /^#[0-9a-f]{6}$/)
      assert.match(app.background_color, /^#[0-9a-f]{6}$/)
      assert.ok(app.short_name.length <= 12, app.short_name)
      for (const url of [app.start_url, ...(app.shortcuts ?? []).map((one) => one.url)]) {
        assert.ok(url.startsWith(app.scope), url)
        const { status } = await fetch(api.baseUrl + url, { redirect: 'manual' })
        assert.equal(status, 303, `${url} leads to the log-in`)
      }
    }
    assert.deepEqual([portal.scope, staff.scope], ['/portail', '/staff'])
    for (const field of ['id', 'name', 'short_name'] as const) {
      assert.notEqual(portal[field], staff[field])
    }
  })

  it('has icons of the sizes that it names, one of which may be cut round', async () => {
    const { icons } = await manifestOf('/portail/connexion')
    const named = icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)
    assert.deepEqual(named, ['any any', '192x192 any', '512x512 any', '512x512 maskable'])
    for (const { src, sizes, type } of icons) {
      const answer = await fetch(api.baseUrl + src)
      assert.deepEqual([answer.status, answer.headers.get('Content-Type')], [200, type], src)
      assert.equal(answer.headers.get('Cache-Control'), kept)
      if (type === 'image/png') assert.equal(await sizeOf(answer), sizes, src)
    }
    const touch = (await pageAt('/portail/connexion')).linked('apple-touch-icon') ?? ''
    assert.equal(await sizeOf(await fetch(api.baseUrl + touch)), '180x180')
  })

  it('lends its icon to browsers that ask for /favicon.ico of themselves', async () => {
    const { icons } = await manifestOf('/portail/connexion')
    const drawn = icons.find(({ sizes }) => sizes === '192x192')
    const own = await fetch(api.baseUrl + (drawn?.src ?? ''))
    const answer = await fetch(`${api.baseUrl}/favicon.ico`)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('Content-Type'), 'image/png')
    assert.equal(answer.headers.get('Cache-Control'), 'public, max-age=86400')
    assert.ok(answer.headers.get('ETag'))
    assert.deepEqual(await answer.arrayBuffer(), await own.arrayBuffer())
    const head = await fetch(`${api.baseUrl}/favicon.ico`, { method: 'HEAD' })
    assert.deepEqual([head.status, await head.text()], [200, ''])
    const written = await fetch(`${api.baseUrl}/favicon.ico`, { method: 'POST' })
    assert.equal(written.status, 405)
  })

  it('and its letters are nothing that payers load', async () => {
    const payer = await pageAt('/verification/rien')
    assert.equal(payer.linked('manifest'), null)
    assert.doesNotMatch(payer.text, /type\.[0-9a-f]+\.css/)
    const own = await pageAt('/portail/connexion')
    assert.match(own.text, /type\.[0-9a-f]+\.css/)
  })

  it('has its letters from the service, in a file that may be kept for ever; so have the docs', async () => {
    const own = await pageAt('/portail/connexion')
    const docs = await pageAt('/docs')
    assert.match(docs.answer.headers.get('Content-Security-Policy') ?? '', /font-src 'self'/)
    for (const [{ text }, style] of [
      [own, 'type'],
      [docs, 'docs'],
    ] as const) {
      const path = new RegExp(`/assets/${style}\\.[0-9a-f]+\\.css`).exec(text)?.[0] ?? ''
      const sheet = await (await fetch(api.baseUrl + path)).text()
      const font = /\/assets\/inter\.[0-9a-f]+\.woff2/.exec(sheet)?.[0] ?? ''
      const answer = await fetch(api.baseUrl + font)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('Content-Type'), 'font/woff2')
      assert.equal(answer.headers.get('Cache-Control'), kept)
      assert.equal(answer.headers.get('Content-Encoding'), null)
    }
  })
})

/** Width and height as a PNG says them at its head. */
async function sizeOf(answer: Response): Promise<string> {
  const content = Buffer.from(await answer.arrayBuffer())
  return `${content.readUInt32BE(16)}x${content.readUInt32BE(20)}`
}
