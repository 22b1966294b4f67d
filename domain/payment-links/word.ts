const lengthMin = 3
const lengthMax = 40
const shape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const accents = /\p{M}/gu

/** Words that would speak for the service, for an operator or for money itself: no shop's short address has them. */
const reserved: ReadonlySet<string> = new Set(
  `admin administration aide api app argent assistance assets caisse compte connexion contact demo design docs facture
  gratuit live login momo money moov moov-money mtn mtn-momo paiement paiements pay payer portail receipt recu remboursement
  retrait sandbox securite secours service site staff statut status support test verification wave www`.split(
    /\s+/,
  ),
)

/** A word as it was typed, in the writing of addresses: `Panier d'été` as `panier-d-ete`. */
export function linkWordOf(typed: string): string {
  return typed
    .normalize('NFD')
    .replaceAll(accents, '')
    .toLowerCase()
    .replaceAll(/[\s'’_]+/g, '-')
}

/** Whether a link may have this word: of letters, digits and hyphens, 3 to 40 of them, and none that is reserved. */
export function isLinkWord(word: string): boolean {
  const isShaped = shape.test(word) && word.length >= lengthMin && word.length <= lengthMax
  return isShaped && !reserved.has(word)
}
