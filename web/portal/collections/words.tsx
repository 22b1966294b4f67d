import type { ComponentChildren } from 'preact'
import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'

/** What the till of the portal says, and the pages of its sales, in French. */
const french = {
  close: 'Fermer',
  form: {
    title: 'Encaisser',
    ask: 'Demander au client',
    showCode: 'Afficher un code QR',
    amount: 'Montant',
    phone: 'Numéro du client',
    testHint: 'En test, un numéro en 00 00 paie, un numéro en 00 01 n’a pas d’argent.',
    till: 'Caisse',
    noTill: 'Sans caisse',
    closed:
      'Ce point de vente est fermé\u00A0: aucun de ses terminaux n’encaisse. Voyez cela avec le gérant.',
    rest: 'Nom du client, objet, opérateur',
    name: 'Nom du client',
    description: 'Objet',
    provider: 'Opérateur',
    byNumber: 'D’après le numéro',
  },
  /** What is wrong with a field. */
  faults: {
    amount: 'Écrivez le montant à encaisser, en chiffres.',
    till: 'Cette caisse est fermée. Choisissez-en une autre, ou aucune.',
    phone: 'Écrivez le numéro du client, ou affichez un code QR.',
    tooLong: (lengthMax: string) => `Écrivez ${lengthMax} caractères au plus.`,
  },
  titles: {
    paid: 'Payé',
    paidInTest: 'Payé (test)',
    unpaid: 'Pas payé',
    toScan: 'À scanner',
    toApprove: 'Le client valide',
    codeCancelled: 'Code annulé',
  },
  waiting: {
    wrongNumber:
      'Mauvais numéro\u00A0? Dites-lui de ne rien valider\u00A0: la demande s’annule d’elle-même. Vous pouvez déjà en faire une autre.',
    asked: (from: ComponentChildren, until: ComponentChildren) => (
      <>
        Demande faite à {from}
        {'\u00A0'}: le client a jusqu’à {until} pour valider.
      </>
    ),
    andFees: (price: ComponentChildren) => <>{price} et les frais</>,
    look: 'Voir où cela en est',
  },
  code: {
    lastFailed: (reason: string) => `Le dernier essai n’a pas abouti\u00A0: ${reason}`,
    code: 'Code QR qui ouvre la page de paiement',
    scan: 'Le client scanne ce code avec son appareil photo.',
    cancel: 'Annuler ce code',
  },
  over: {
    receipt: (merchant: string) => `Reçu de paiement de ${merchant}`,
    seeReceipt: 'Voir le reçu',
    askAgain: 'Redemander',
    next: 'Encaissement suivant',
    details: 'Voir le détail',
    nothingDebited: 'Rien n’a été débité.',
    notScanned: 'Personne n’a payé avec ce code à temps.',
    notApproved: 'Le client n’a pas validé à temps.',
  },
}

/** The same in English. */
const english: typeof french = {
  close: 'Close',
  form: {
    title: 'Collect',
    ask: 'Ask the customer',
    showCode: 'Show a QR code',
    amount: 'Amount',
    phone: 'Customer’s number',
    testHint: 'In test mode, a number ending in 00 00 pays, and one ending in 00 01 has no money.',
    till: 'Cash desk',
    noTill: 'No cash desk',
    closed: 'This point of sale is closed: none of its terminals takes payments. Ask your manager.',
    rest: 'Customer’s name, description, operator',
    name: 'Customer’s name',
    description: 'Description',
    provider: 'Operator',
    byNumber: 'Detect from the number',
  },
  faults: {
    amount: 'Enter the amount to collect, in figures.',
    till: 'This cash desk is closed. Choose another one, or none.',
    phone: 'Enter the customer’s number, or show a QR code.',
    tooLong: (lengthMax) => `Enter at most ${lengthMax} characters.`,
  },
  titles: {
    paid: 'Paid',
    paidInTest: 'Paid (test)',
    unpaid: 'Not paid',
    toScan: 'Ready to scan',
    toApprove: 'Waiting for the customer',
    codeCancelled: 'Code cancelled',
  },
  waiting: {
    wrongNumber:
      'Wrong number? Ask the customer not to approve anything: the request will cancel itself. You can make another one right away.',
    asked: (from: ComponentChildren, until: ComponentChildren) => (
      <>
        Requested at {from}: the customer has until {until} to approve it.
      </>
    ),
    andFees: (price: ComponentChildren) => <>{price} plus fees</>,
    look: 'Check its status',
  },
  code: {
    lastFailed: (reason) => `The last attempt did not go through: ${reason}`,
    code: 'QR code that opens the payment page',
    scan: 'The customer scans this code with their phone’s camera.',
    cancel: 'Cancel this code',
  },
  over: {
    receipt: (merchant) => `Payment receipt from ${merchant}`,
    seeReceipt: 'View receipt',
    askAgain: 'Ask again',
    next: 'Next payment',
    details: 'View details',
    nothingDebited: 'Nothing was debited.',
    notScanned: 'Nobody paid with this code in time.',
    notApproved: 'The customer did not approve in time.',
  },
}

export const collectWords: Readonly<Record<Language, typeof french>> = { fr: french, en: english }

export const useCollectWords = inPageLanguage(collectWords)
