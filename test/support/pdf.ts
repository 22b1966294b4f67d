import assert from 'node:assert/strict'
import { inflateSync } from 'node:zlib'
import jsQR from 'jsqr'

/** A PDF as a strict reader sees it: by its cross-reference table, with exact stream lengths. */
export interface ReadPdf {
  readonly pages: readonly ReadPage[]
  /** The root dictionary, and what it refers to. */
  readonly catalog: string
  readonly info: string
  /** XMP. */
  readonly metadata: string
  /** The dictionary of each object. */
  readonly dictionaries: readonly string[]
}

export interface ReadPage {
  /** The text of each marked content; lines are joined by spaces. */
  readonly texts: readonly string[]
  readonly runs: readonly Run[]
  /** Paths of dark squares, in units of a square. */
  readonly qr: string | undefined
}

/** Characters set together, and the start of their line in points from the left and the bottom. */
export interface Run {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly text: string
}

export function readPdf(bytes: Buffer): ReadPdf {
  const objects = objectsOf(bytes)
  const get = (reference: string | undefined): PdfObject => {
    const found = objects.get(Number(reference))
    assert.ok(found, `object ${reference} is there`)
    return found
  }
  const trailer = bytes.toString('latin1', bytes.lastIndexOf('trailer'))
  const catalog = get(named(trailer, 'Root')).dictionary
  const kids = get(named(catalog, 'Pages')).dictionary.match(/\/Kids \[([^\]]*)\]/)?.[1] ?? ''
  const metadata = get(named(catalog, 'Metadata')).stream ?? Buffer.alloc(0)
  return {
    pages: [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => readPage(get(id).dictionary, get)),
    catalog,
    info: infoOf(get(named(trailer, 'Info')).dictionary, get),
    metadata: metadata.toString('utf8'),
    dictionaries: [...objects.values()].map(({ dictionary }) => dictionary),
  }
}

interface PdfObject {
  readonly dictionary: string
  readonly stream: Buffer | undefined
}

type Get = (reference: string | undefined) => PdfObject

function named(dictionary: string, name: string): string {
  const found = new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1]
  assert.ok(found, `${name} is named`)
  return found
}

function objectsOf(bytes: Buffer): Map<number, PdfObject> {
  const text = bytes.toString('latin1')
  assert.match(text, /^%PDF-1\.7\n[\s\S]*\n%%EOF\n?$/)
  const [, table = '0'] = /startxref\n(\d+)\n%%EOF/.exec(text) ?? []
  const lines = text.slice(Number(table)).split('\n')
  assert.equal(lines[0], 'xref')
  const count = Number(lines[1]?.split(' ')[1])
  const objects = new Map<number, PdfObject>()
  for (let id = 1; id < count; id += 1) {
    const at = Number(lines[2 + id]?.slice(0, 10))
    const head = `${id} 0 obj\n`
    assert.ok(text.startsWith(head, at), `object ${id} is where the table says`)
    objects.set(id, objectAt(bytes, text, at + head.length))
  }
  return objects
}

function objectAt(bytes: Buffer, text: string, start: number): PdfObject {
  const end = text.indexOf('\nendobj', start)
  const streamAt = text.indexOf('\nstream\n', start)
  if (streamAt === -1 || streamAt > end) {
    return { dictionary: text.slice(start, end), stream: undefined }
  }
  const dictionary = text.slice(start, streamAt)
  const from = streamAt + '\nstream\n'.length
  const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1])
  assert.ok(text.startsWith('\nendstream\nendobj', from + length), 'a stream is as long as it says')
  const content = bytes.subarray(from, from + length)
  const isPacked = dictionary.includes('/FlateDecode')
  return { dictionary, stream: isPacked ? inflateSync(content) : content }
}

function infoOf(dictionary: string, get: Get): string {
  const entries = [...dictionary.matchAll(/\/(\w+) (\d+) 0 R/g)]
  return entries.map(([, name, id]) => `${name}: ${textOf(get(id).dictionary)}`).join('\n')
}

/** A text in parentheses; UTF-16 if it has the byte order mark. */
function textOf(written: string): string {
  const bytes = Buffer.from(written.slice(1, -1).replaceAll(/\\([()\\])/g, '$1'), 'latin1')
  if (bytes[0] !== 0xfe) return bytes.toString('latin1')
  return Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
}

type Decode = (hex: string) => string

function readPage(dictionary: string, get: Get): ReadPage {
  const resources = get(named(dictionary, 'Resources')).dictionary
  const fonts = new Map<string, Decode>()
  for (const [, name = '', id] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    fonts.set(name, decoderOf(get(named(get(id).dictionary, 'ToUnicode')).stream?.toString() ?? ''))
  }
  const content = get(named(dictionary, 'Contents')).stream?.toString('latin1') ?? ''
  const groups = content.split(/ BDC\n/).map((group) => runsOf(group, fonts))
  return {
    texts: groups.map(joined).filter((text) => text !== ''),
    runs: groups.flat(),
    qr: qrOf(content),
  }
}

/** Decodes with the font's character map; fails on an unmapped character. */
function decoderOf(map: string): Decode {
  const meanings = new Map<number, string>()
  for (const [, from = '', list = ''] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    for (const [at, [, hex = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries()) {
      meanings.set(
        parseInt(from, 16) + at,
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      )
    }
  }
  return (hex) =>
    (hex.match(/.{4}/g) ?? [])
      .map((sign) => meanings.get(parseInt(sign, 16)) ?? assert.fail())
      .join('')
}

function runsOf(content: string, fonts: ReadonlyMap<string, Decode>): Run[] {
  const runs: Run[] = []
  let [x, y, size] = [0, 0, 0]
  let decode: Decode | undefined
  for (const line of content.split('\n')) {
    const place = /^\S+ \S+ \S+ \S+ (\S+) (\S+) Tm$/.exec(line)
    const font = /^\/(F\d+) (\S+) Tf$/.exec(line)
    if (place) [x, y] = [Number(place[1]), Number(place[2])]
    else if (font) [decode, size] = [fonts.get(font[1] ?? ''), Number(font[2])]
    else if (line.endsWith('] TJ') && decode) {
      const text = [...line.matchAll(/<(\w+)>/g)].map(([, hex = '']) => decode?.(hex)).join('')
      runs.push({ x, y, size, text })
    }
  }
  return runs
}

function joined(runs: readonly Run[]): string {
  let text = ''
  for (const [at, run] of runs.entries()) {
    const before = runs[at - 1]
    const isNextLine = before !== undefined && Math.abs(before.y - run.y) > run.size * 0.8
    text += (isNextLine && !text.endsWith(' ') ? ' ' : '') + run.text
  }
  return text.trim()
}

const dot = 4
const border = 4

/** Decodes the QR code from the one path in whole units. */
function qrOf(content: string): string | undefined {
  const squares = content.matchAll(/^(\d+) (\d+) m\n(\d+) \2 l\n\3 (\d+) l\n\1 \4 l\nh$/gm)
  const cells = [...squares].map((square) =>
    square.slice(1).map((unit) => (Number(unit) + border) * dot),
  )
  if (cells.length === 0) return undefined
  const side = Math.max(...cells.flat()) + border * dot
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const cell of cells) darken(pixels, side, cell)
  return jsQR.default(pixels, side, side)?.data
}

/** A cell has left, top, right and lower ends. */
function darken(pixels: Uint8ClampedArray, side: number, cell: readonly number[]): void {
  const [left = 0, top = 0, right = 0, below = 0] = cell
  for (let y = top; y < below; y += 1) pixels.fill(0, (y * side + left) * 4, (y * side + right) * 4)
}
