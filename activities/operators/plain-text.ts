/**
 * Text for operators that take nothing but plain letters: accents fall off, letters without a plain twin get one, and
 * every other sign becomes a space. Cut to this length; never empty.
 */
export function plainText(text: string, lengthMax: number): string {
  const plain = Array.from(text.normalize('NFKD'), (sign) => twins[sign] ?? sign)
    .join('')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9.-]+/g, ' ')
    .trim()
    .slice(0, lengthMax)
    .trim()
  return plain === '' ? fallback : plain
}

const fallback = 'Paiement'

/** Of French, and of the languages of Benin. */
const twins: Readonly<Record<string, string>> = {
  œ: 'oe',
  Œ: 'OE',
  æ: 'ae',
  Æ: 'AE',
  ß: 'ss',
  ɛ: 'e',
  Ɛ: 'E',
  ɔ: 'o',
  Ɔ: 'O',
  ɖ: 'd',
  Ɖ: 'D',
  ŋ: 'n',
  Ŋ: 'N',
  ɣ: 'g',
  Ɣ: 'G',
  ø: 'o',
  Ø: 'O',
  '€': ' EUR ',
}
