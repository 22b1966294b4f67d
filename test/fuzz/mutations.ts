import fc from 'fast-check'

/** Pieces that readers of text stumble over. */
const pieces = [
  '',
  '\u0000',
  '\ufeff',
  '\ud800',
  '\u202e',
  '"',
  "'",
  '\\',
  '\r\n',
  ';',
  ',',
  '{',
  '}',
  '[',
  ']',
  '<',
  '>',
  '</',
  '&amp;',
  '<!DOCTYPE a>',
  '__proto__',
  'constructor',
  '1e999',
  '-0',
  '0x1',
  '%00',
  '..',
  '//',
  '@',
  'é',
  '🙂',
  '9'.repeat(400),
]

/** A good text with a few of its parts taken out, repeated, exchanged or put elsewhere. */
export function mutated(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat(),
    length: fc.nat({ max: 20 }),
    kind: fc.constantFrom('remove', 'insert', 'repeat', 'cut'),
    piece: fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 8 })),
  })
  return fc
    .tuple(texts, fc.array(change, { maxLength: 6 }))
    .map(([text, changes]) => changes.reduce(changed, text))
}

interface Change {
  readonly at: number
  readonly length: number
  readonly kind: string
  readonly piece: string
}

const lengthMax = 40_000

function changed(text: string, { at, length, kind, piece }: Change): string {
  const start = text.length === 0 ? 0 : at % text.length
  const [before, part, rest] = [
    text.slice(0, start),
    text.slice(start, start + length),
    text.slice(start + length),
  ]
  if (kind === 'cut') return before
  if (kind === 'remove') return before + rest
  if (kind === 'insert') return before + piece + part + rest
  return (before + part.repeat(1 + (at % 50)) + rest).slice(0, lengthMax)
}

/** The same of bytes. */
export function mutatedBytes(files: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  return mutated(files.map((file) => file.toString('latin1'))).map((text) =>
    Buffer.from(text, 'latin1'),
  )
}
