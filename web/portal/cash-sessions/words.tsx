import type { ComponentChildren } from 'preact'
import { countText } from '#domain/text/text.ts'
import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'

/** What the pages of cash sessions say, and their printed reports, in French. */
const french = {
  list: {
    title: 'Sessions de caisse',
    all: 'Toutes les sessions',
    showAll: 'Toutes',
    showOpen: 'Ouvertes maintenant',
    noneOpen: 'Aucune caisse n’est ouverte',
    none: 'Aucune session de caisse',
    howTo: (terminal: ComponentChildren) => (
      <>Une session s’ouvre sur la page d’un {terminal}, ou par votre logiciel de caisse.</>
    ),
    howToTerminal: 'terminal',
    cashier: 'Caissier',
    opened: 'Ouverte',
    state: 'État',
    collected: 'Encaissé',
  },
  states: { open: 'Ouverte', closed: 'Clôturée', expired: 'À clôturer' },
  report: {
    reading: 'Lecture X',
    closing: 'Clôture Z',
    print: 'Imprimer',
    phone: (phone: string) => `Tél.\u00A0${phone}`,
    taxNumber: (number: string) => `IFU ${number}`,
    tradeRegister: (number: string) => `RCCM ${number}`,
    number: (number: string) => `N°\u00A0${number}`,
    specimen: 'SPÉCIMEN, MODE TEST',
    cashierSigns: (cashier: string, line: string) => `Caissier\u00A0: ${cashier} ${line}`,
    managerSigns: (line: string) => `Responsable\u00A0: ${line}`,
  },
  turn: {
    terminal: 'Terminal',
    pointOfSale: 'Point de vente',
    opened: 'Ouverture',
    expired: 'Expirée',
    expires: 'Expire',
    closed: 'Clôture',
    closedBy: 'Clôturée par',
    closers: { secret: 'Votre serveur', terminal: 'Le terminal', portal: 'Le portail' },
    note: 'Note',
  },
  drawer: {
    title: 'Tiroir',
    float: 'Fond de caisse',
    expected: 'Espèces attendues',
    counted: 'Espèces comptées',
    difference: 'Écart',
    notCounted: 'Le tiroir n’a pas été compté.',
  },
  sales: {
    title: 'Ventes',
    byOperator: 'Ventes par opérateur',
    operator: 'Opérateur',
    count: 'Ventes',
    countOf: (count: number) => `${countText(count)}\u00A0vente${count > 1 ? 's' : ''}`,
    refunded: 'Remboursé',
    takenBack: 'Dont repris par l’opérateur',
    fees: 'Frais',
    amount: 'Montant',
    payments: 'Encaissements',
    pending: 'En attente',
    ofWhichFees: 'Dont frais',
    total: 'Total encaissé',
  },
  close: {
    ask: 'Clôturer la session',
    text: 'La caisse sera déconnectée\u00A0; la vente en cours se termine normalement.',
    close: 'Clôturer pour de bon',
    done: 'La session est clôturée\u00A0: voici le rapport Z.',
  },
  open: {
    open: 'Ouvrir la session',
    cashier: 'Caissier',
    cashierHint: 'Le même nom retrouve le même caissier.',
    life: 'Le jeton expire après',
    hours: { 8: '8 heures', 4: '4 heures', 1: '1 heure' },
  },
  token: {
    pageTitle: 'Jeton de session',
    title: 'La caisse est ouverte',
    give: 'Donnez ce jeton au logiciel de caisse',
    copy: 'Copier le jeton',
    note: (hours: string) =>
      `Il n’est affiché qu’une fois, et fonctionne ${hours}\u00A0h au plus. S’il est perdu, clôturez la session et ouvrez-en une autre.`,
    seeSession: 'Voir la session',
  },
  /** What is wrong with a field. */
  faults: {
    cashier: 'Écrivez le nom du caissier.',
    cash: 'Écrivez un montant sans virgule\u00A0; zéro est possible.',
    hours: 'Choisissez la durée de la caisse.',
    note: (lengthMax: string) => `Raccourcissez la note à ${lengthMax} caractères.`,
  },
}

/** The same in English. */
const english: typeof french = {
  list: {
    title: 'Cash sessions',
    all: 'All sessions',
    showAll: 'All',
    showOpen: 'Open now',
    noneOpen: 'No cash session is open',
    none: 'No cash sessions yet',
    howTo: (terminal: ComponentChildren) => (
      <>Open a session on the page of a {terminal}, or from your point-of-sale software.</>
    ),
    howToTerminal: 'terminal',
    cashier: 'Cashier',
    opened: 'Opened',
    state: 'Status',
    collected: 'Collected',
  },
  states: { open: 'Open', closed: 'Closed', expired: 'To be closed' },
  report: {
    reading: 'X report',
    closing: 'Z report',
    print: 'Print',
    phone: (phone) => `Tel. ${phone}`,
    taxNumber: (number) => `IFU ${number}`,
    tradeRegister: (number) => `RCCM ${number}`,
    number: (number) => `No. ${number}`,
    specimen: 'SPECIMEN, TEST MODE',
    cashierSigns: (cashier, line) => `Cashier: ${cashier} ${line}`,
    managerSigns: (line) => `Manager: ${line}`,
  },
  turn: {
    terminal: 'Terminal',
    pointOfSale: 'Point of sale',
    opened: 'Opened',
    expired: 'Expired',
    expires: 'Expires',
    closed: 'Closed',
    closedBy: 'Closed by',
    closers: { secret: 'Your server', terminal: 'The terminal', portal: 'The portal' },
    note: 'Note',
  },
  drawer: {
    title: 'Cash drawer',
    float: 'Opening float',
    expected: 'Expected cash',
    counted: 'Counted cash',
    difference: 'Difference',
    notCounted: 'The drawer was not counted.',
  },
  sales: {
    title: 'Sales',
    byOperator: 'Sales by operator',
    operator: 'Operator',
    count: 'Sales',
    countOf: (count) => `${countText(count, 'en')}\u00A0sale${count === 1 ? '' : 's'}`,
    refunded: 'Refunded',
    takenBack: 'Of which taken back by the operator',
    fees: 'Fees',
    amount: 'Amount',
    payments: 'Payments',
    pending: 'Pending',
    ofWhichFees: 'Of which fees',
    total: 'Total collected',
  },
  close: {
    ask: 'Close the session',
    text: 'The cash desk will be logged out; a sale in progress will finish normally.',
    close: 'Close for good',
    done: 'The session is closed: here is the Z report.',
  },
  open: {
    open: 'Open session',
    cashier: 'Cashier',
    cashierHint: 'Use the same name each time for the same cashier.',
    life: 'The token expires after',
    hours: { 8: '8 hours', 4: '4 hours', 1: '1 hour' },
  },
  token: {
    pageTitle: 'Session token',
    title: 'The cash session is open',
    give: 'Give this token to your point-of-sale software',
    copy: 'Copy token',
    note: (hours) =>
      `It is shown only once, and works for ${hours}\u00A0h at most. If it is lost, close the session and open another.`,
    seeSession: 'View session',
  },
  faults: {
    cashier: 'Enter the cashier’s name.',
    cash: 'Enter an amount without decimals; zero is fine.',
    hours: 'Choose how long the session lasts.',
    note: (lengthMax) => `Shorten the note to ${lengthMax} characters.`,
  },
}

export type CashSessionWords = typeof french

export const cashSessionWords: Readonly<Record<Language, typeof french>> = {
  fr: french,
  en: english,
}

export const useCashSessionWords = inPageLanguage(cashSessionWords)
