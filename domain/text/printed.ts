import type { Money } from '#domain/money/money.ts'
import { lengthOf } from './length.ts'
import { amountText } from './text.ts'

/** Columns of the usual receipt printers (docs/payments.md#receipts). */
export const receiptWidths = [32, 48] as const
export type ReceiptWidth = (typeof receiptWidths)[number]

/** A label at the left edge and an amount at the right one. */
export function amountRow(label: string, amount: Money, width: number): string[] {
  return row(label, amountText(amount), width)
}

/** Label at the left edge, value at the right one; a value too long for the line follows on lines of its own. */
export function row(label: string, value: string | null, width: number): string[] {
  if (value === null || value === '') return []
  const left = columnsOf(label)
  const right = columnsOf(value)
  const gap = width - left.length - right.length
  if (gap >= 1) return [left.join('') + ' '.repeat(gap) + right.join('')]
  return [
    ...wrapped(label, width),
    ...wrapped(value, width).map((line) => ' '.repeat(width - lengthOf(line)) + line),
  ]
}

/** Centred lines; none for an unknown text. */
export function centered(text: string | null, width: number): string[] {
  if (text === null) return []
  return wrapped(text, width).map(
    (line) => ' '.repeat(Math.floor((width - lengthOf(line)) / 2)) + line,
  )
}

/** Lines of whole words where possible; a word longer than a line, such as an address, is cut at its edge. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let line: string[] = []
  for (const word of columnsOf(text).join('').split(' ')) {
    let rest = Array.from(word)
    if (line.length > 0 && line.length + 1 + rest.length <= width) {
      line = [...line, ' ', ...rest]
      continue
    }
    if (line.length > 0) lines.push(line.join(''))
    while (rest.length > width) {
      lines.push(rest.slice(0, width).join(''))
      rest = rest.slice(width)
    }
    line = rest
  }
  return line.length > 0 ? [...lines, line.join('')] : lines
}

/**
 * One entry per column: letters with their accent, plain spaces for every kind of space, and no printer commands or
 * zero-width characters.
 */
function columnsOf(text: string): string[] {
  const plain = text
    .normalize('NFC')
    .replaceAll(/\s/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{M}\p{Cs}]/gu, '')
  return Array.from(plain)
}
