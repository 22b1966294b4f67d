import { operators } from '#domain/operators/operators.ts'
import { serviceNames } from './service-name.ts'
import { isVisible } from './visible.ts'

/**
 * True for a name that says whose it is to whoever reads it: something of it is seen, no word mixes Latin letters with
 * those of an alphabet that has the same shapes, and it is neither the service's own nor all an operator's. People who
 * sign up choose their names themselves, and others read them on pages where they pay, and in mails that invite them.
 */
export function isHonestName(name: string): boolean {
  const words = name.normalize('NFKC').split(/[^\p{L}\p{M}\p{N}]+/u)
  const letters = bare(name)
  const isOurs = ownNames.some((own) => letters.includes(own)) || isOperators(letters)
  return isVisible(name) && !words.some(isMixed) && !isOurs
}

const networks = operators.flatMap(({ network }) => network ?? [])
/** What operators, and those who pose as one, add to its name. */
const beside =
  'momo mobile money africa afrique benin paiements paiement payments payment services service clientele clients client support assistance officielle officiel official compte de du et and'
const allOperators = RegExp(`^(?:${[...networks, ...beside.split(' ')].join('|')})+$`)

/** `Service client MTN`, and not `Kiosque Awa, MTN`. */
function isOperators(letters: string): boolean {
  return allOperators.test(letters) && networks.some((network) => letters.includes(network))
}

/** Alphabets with letters that look like Latin ones. */
const alike =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u

function isMixed(word: string): boolean {
  return alike.test(word) && /\p{Script=Latin}/u.test(word)
}

/** Digits in place of letters. */
const digits: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** Without accents, case, spaces and signs; digits as the letters that they stand for. */
function bare(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\d|]/g, (digit) => digits[digit] ?? 'i')
    .replaceAll(/[^\p{L}]+/gu, '')
}

const ownNames = Object.values(serviceNames).map(bare)
