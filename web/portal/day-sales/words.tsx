import { countText } from '#domain/text/text.ts'
import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'

/** What the page of today's sales says, in French. */
const french = {
  title: 'Ventes du jour',
  collect: 'Encaisser',
  total: 'Encaissé aujourd’hui',
  /** By all cashiers of a service. */
  paid: {
    today: 'Payé par vos clients aujourd’hui',
    yesterday: 'Payé par vos clients hier',
    week: 'Payé par vos clients en 7 jours',
  },
  withFees: (counts: string) => `${counts} · frais compris`,
  sales: (count: number) => `${countText(count)}\u00A0vente${count > 1 ? 's' : ''}`,
  pending: (count: number) => `${countText(count)} en attente`,
  list: 'Ventes, la plus récente d’abord',
  columns: {
    payer: 'Client',
    amount: 'Montant',
    status: 'Statut',
    when: 'Heure',
    method: 'Moyen',
    cashier: 'Caissier',
  },
  none: 'Aucune vente aujourd’hui',
  noneText: 'Les ventes de ce point de vente apparaissent ici.',
  noneThen: 'Aucune vente ces jours-là',
  noneOfService: 'Les ventes de vos points de vente apparaissent ici, par caissier.',
  closed: 'Ce point de vente est fermé\u00A0: aucun de ses terminaux n’encaisse.',
  /** Of the table by cashier. */
  byCashier: 'Par point de vente et par caissier',
  place: 'Point de vente',
  noPlace: 'Sans point de vente',
  noCashier: 'Sans caissier',
  count: 'Ventes',
}

const english: typeof french = {
  title: 'Today’s sales',
  collect: 'Collect',
  total: 'Collected today',
  paid: {
    today: 'Paid by your customers today',
    yesterday: 'Paid by your customers yesterday',
    week: 'Paid by your customers in 7 days',
  },
  withFees: (counts) => `${counts} · fees included`,
  sales: (count) => `${countText(count, 'en')}\u00A0sale${count === 1 ? '' : 's'}`,
  pending: (count) => `${countText(count, 'en')} pending`,
  list: 'Sales, newest first',
  columns: {
    payer: 'Customer',
    amount: 'Amount',
    status: 'Status',
    when: 'Time',
    method: 'Method',
    cashier: 'Cashier',
  },
  none: 'No sales today',
  noneText: 'Sales at this point of sale appear here.',
  noneThen: 'No sales on those days',
  noneOfService: 'Sales at your points of sale appear here, by cashier.',
  closed: 'This point of sale is closed: none of its terminals takes payments.',
  byCashier: 'By point of sale and cashier',
  place: 'Point of sale',
  noPlace: 'No point of sale',
  noCashier: 'No cashier',
  count: 'Sales',
}

export type DaySalesWords = typeof french

export const daySalesWords: Readonly<Record<Language, DaySalesWords>> = { fr: french, en: english }

/** `3 ventes · 1 en attente`. */
export function countsText(
  { count, pendingCount }: { readonly count: number; readonly pendingCount: number },
  words: DaySalesWords,
): string {
  const sold = words.sales(count)
  return pendingCount > 0 ? `${sold} · ${words.pending(pendingCount)}` : sold
}

export const useDaySalesWords = inPageLanguage(daySalesWords)
