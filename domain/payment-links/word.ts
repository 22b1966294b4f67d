const lengthMin = 3
const lengthMax = 40
const shape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const accents = /\p{M}/gu

/** Words that could be mistaken for the service, an operator or money itself: no shop's short address may use them. */
const reserved: ReadonlySet<string> = new Set(
  `admin administration aide api app argent assistance assets caisse compte connexion contact demo design docs facture
  gratuit live login momo money moov moov-money mtn mtn-momo paiement paiements pay payer portail receipt recu remboursement
  retrait sandbox securite secours service site staff statut status support test verification wave www`.split(
    /\s+/,
  ),
)

/** A typed word in the form of addresses: `Panier d'été` becomes `panier-d-ete`. */
export function linkWordOf(typed: string): string {
  return typed
    .normalize('NFD')
    .replaceAll(accents, '')
    .toLowerCase()
    .replaceAll(/[\s'’_]+/g, '-')
}

/** The most words of a service in each mode: they are shared by all merchants, and never given back. */
export const linkWordsMax = { live: 200, sandbox: 20 } as const

/** Whether a link may have this word: 3 to 40 letters, digits and hyphens, and not reserved. */
export function isLinkWord(word: string): boolean {
  const isShaped = shape.test(word) && word.length >= lengthMin && word.length <= lengthMax
  return isShaped && !reserved.has(word)
}

/**
 * The same for a new one: neither a part of it nor all of it without hyphens passes for an operator's, or the service's.
 * Older links keep what they have, because it is printed.
 */
export function isFreeWord(word: string): boolean {
  const bare = word.replaceAll('-', '')
  const isTaken = reserved.has(bare) || brands.has(bare) || bare.startsWith(own)
  return isLinkWord(word) && !isTaken && !word.split('-').some((part) => brands.has(part))
}

const brands: ReadonlySet<string> = new Set(
  'mtn momo mtnmomo mtnbenin moov moovmoney moovbenin moovafrica celtiis celtiiscash'.split(' '),
)
const own = 'servicedepaiement'
