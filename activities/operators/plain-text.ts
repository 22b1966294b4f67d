/**
 * Text for operators that accept only plain letters: accents are removed, letters without a plain form get a
 * substitute, and every other character becomes a space. Cut to `lengthMax`; never empty.
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

/** For French and the languages of Benin. */
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
