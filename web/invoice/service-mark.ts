import { readFileSync } from 'node:fs'
import type { Pdf } from './paper.ts'

const drawing = readFileSync(new URL('../design/assets/icon.svg', import.meta.url), 'utf8')
/** On a square of 32. */
const shapes = Array.from(
  drawing.matchAll(/<path fill="([^"]+)" d="([^"]+)"/g),
  ([, colour = '', path = '']) => ({ colour, path }),
)
const drawnSide = 32

/** The service's logo, from the same file that pages use. */
export function drawServiceMark(
  pdf: Pdf,
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): void {
  pdf
    .save()
    .translate(x, y)
    .scale(side / drawnSide)
  for (const { colour, path } of shapes) pdf.path(path).fill(colour)
  pdf.restore()
}
