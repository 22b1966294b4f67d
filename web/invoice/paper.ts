import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import { day } from '#web/design/palette.ts'
import type { InvoiceSheet } from './sheet.ts'
import { invoiceWords } from './words.ts'

export type Pdf = PDFKit.PDFDocument
export type Element = PDFKit.PDFStructureElement

/** A4 in points, and the area of its content. */
export const paper = { width: 595.28, height: 841.89, left: 54, right: 541.28, top: 58, bottom: 64 }

/** The pages' light colours, on white. */
export const colours = {
  ...day,
  onAccent: day['on-accent'],
  okTint: day['ok-tint'],
  waitTint: day['wait-tint'],
}

const fontFile = (name: string): Buffer =>
  readFileSync(new URL(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)))
const fonts = { text: fontFile('DejaVuSansCondensed'), bold: fontFile('DejaVuSansCondensed-Bold') }

/** An empty document with its metadata; pages are kept until its end, for their number is known only then. */
export function openPdf({ language, number, merchant }: InvoiceSheet): Pdf {
  const words = invoiceWords[language]
  const { left, top, bottom, width, right } = paper
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { left, top, bottom, right: width - right },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: words.titleOf(number), Author: merchant.name, Subject: words.title },
  })
  escapeMetadata(pdf)
  pdf.registerFont('text', fonts.text)
  pdf.registerFont('bold', fonts.bold)
  return pdf.font('text')
}

/**
 * pdfkit writes title and author twice: as they are, and then into XML, which a name with `&` would break. So they
 * are escaped in between.
 */
function escapeMetadata(pdf: Pdf): void {
  const endMetadata = Reflect.get(pdf, 'endMetadata') as () => void
  Reflect.set(pdf, 'endMetadata', () => {
    const { info } = pdf
    for (const name of ['Title', 'Author'] as const) info[name] = xmlText(info[name] ?? '')
    endMetadata.call(pdf)
  })
}

/** XML does not allow control characters. */
function xmlText(text: string): string {
  const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  return text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[&<>]/g, (sign) => escapes[sign] ?? '')
}

/** Position and style of a text. */
export interface Setting {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly isBold?: boolean
  readonly colour?: string
  readonly isRight?: boolean
  readonly link?: string
}

/**
 * Draws a text as an element of the structure, which screen readers follow; afterwards the document's `y` is below
 * it.
 */
export function say(pdf: Pdf, into: Element, text: { is: string; as: string } & Setting): void {
  const { x, y, width, isRight, link } = text
  into.add(
    pdf.struct(text.as, {}, () => {
      set(pdf, text).text(printable(pdf, text.is), x, y, {
        width,
        align: isRight ? 'right' : 'left',
        lineGap: text.size * lineGap,
        ...(link !== undefined && { link }),
      })
    }),
  )
}

const lineGap = 0.16

/** Sets font, size and colour. */
export function set(pdf: Pdf, { size, isBold, colour = colours.ink }: Partial<Setting>): Pdf {
  return pdf
    .font(isBold ? 'bold' : 'text')
    .fontSize(size ?? 9)
    .fillColor(colour)
}

/** The height a text will take. */
export function heightOf(pdf: Pdf, text: string, setting: Omit<Setting, 'x' | 'y'>): number {
  const { width, size } = setting
  return set(pdf, setting).heightOfString(printable(pdf, text), { width, lineGap: size * lineGap })
}

/** Draws something purely visual, outside the structure. */
export function decorate(pdf: Pdf, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' })
  draw()
  pdf.endMarkedContent()
}

/**
 * The text with characters the font has: missing spaces become no-break spaces, pictographs are dropped, the rest is
 * replaced.
 */
export function printable(pdf: Pdf, text: string): string {
  const signs = text
    .normalize('NFC')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/[\p{Cf}\uFE0E\uFE0F]/gu, '')
  return Array.from(signs, (sign) => {
    if (hasGlyph(pdf, sign)) return sign
    if (/\s/u.test(sign)) return '\u00A0'
    return /\p{Extended_Pictographic}/u.test(sign) ? '' : '\uFFFD'
  }).join('')
}

/** pdfkit hides the font it loaded; it draws missing characters as empty boxes. */
function hasGlyph(pdf: Pdf, sign: string): boolean {
  const { font } = Reflect.get(pdf, '_font') as {
    readonly font: { hasGlyphForCodePoint(codePoint: number): boolean }
  }
  return font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)
}
