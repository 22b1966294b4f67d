import { toDecimalText } from '#domain/money/money.ts'
import type { ChargedSurcharge } from '#domain/pricing/pricing.ts'
import { localTime } from '#domain/text/text.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { methodLabel } from '#domain/receipts/receipt.ts'
import type { WebContext } from '#web/context.ts'
import type { TransactionScope } from '#use-cases/transactions/find.ts'
import {
  type ListPosition,
  listTransactions,
  type TransactionFilter,
} from '#use-cases/transactions/list.ts'
import { fits, type Sieve } from '#use-cases/transactions/sift.ts'
import { statusNames } from '#web/design/badge.tsx'
import { type ExportColumn, tableLines } from '#web/portal/export-table.ts'
import type { Channel } from '#domain/transactions/transaction.ts'

export interface Export {
  readonly scope: TransactionScope
  readonly filter: TransactionFilter
  readonly sieve?: Sieve | null
  /** Larger exports must be split by period. */
  readonly rowsMax?: number
  readonly rowsAtOnce?: number
}

/** A table of transactions, newest first. */
export function exportLines(
  database: WebContext['database'],
  { scope, filter, sieve, ...limits }: Export,
): AsyncGenerator<string> {
  return tableLines<TransactionRecord, ListPosition>({
    ...limits,
    columns,
    read: (page) => listTransactions(database, scope, { filter, ...page }),
    positionOf: (last) => last,
    ...(sieve && { keeps: (row) => fits(sieve, row) }),
  })
}

const columns: readonly ExportColumn<TransactionRecord>[] = [
  ['Date', ({ createdAt }) => localTime(createdAt)],
  ['Identifiant', ({ id }) => id],
  ['Référence', ({ reference }) => reference],
  ['Type', ({ type }) => (type === 'collection' ? 'Encaissement' : 'Retrait')],
  ['Statut', ({ status }) => statusNames.fr[status]],
  ['Échec', ({ failureCode }) => failureCode],
  ['Canal', ({ channel }) => channelNames[channel]],
  ['Moyen de paiement', methodLabel],
  ['Payeur', ({ customer }) => customer.name],
  ['Téléphone', ({ customer }) => customer.phone],
  ['E-mail', ({ customer }) => customer.email],
  ['Montant', ({ price }) => toDecimalText(price)],
  ['Devise', ({ price }) => price.currency],
  ['Débité', ({ amountCharged }) => toDecimalText(amountCharged)],
  ['Frais', ({ fees }) => toDecimalText(fees.amount)],
  ['Devise du débit', ({ amountCharged }) => amountCharged.currency],
  ['Net', ({ net }) => toDecimalText(net)],
  ['Devise du net', ({ net }) => net.currency],
  ['Prix converti', ({ exchange }) => exchange && toDecimalText(exchange.amount)],
  ['Taux', ({ exchange }) => exchange && exchange.rate],
  // Débité = Frais + Frais de change + Marge de change + Net, to the franc.
  ['Frais de change', ({ exchange }) => textOf(exchange?.fee)],
  ['Marge de change', ({ exchange }) => textOf(exchange?.margin)],
  ['Débité, devise du service', ({ display }) => toDecimalText(display.amountCharged)],
  ['Devise du service', ({ display }) => display.currency],
  ['Remboursé', ({ refunded }) => toDecimalText(refunded)],
  ['Description', ({ description }) => description],
]

function textOf(surcharge: ChargedSurcharge | null | undefined): string | null {
  return surcharge ? toDecimalText(surcharge.amount) : null
}

export const channelNames: Readonly<Record<Channel, string>> = {
  api: 'API',
  widget: 'Page web',
  payment_link: 'Lien de paiement',
  shop: 'Boutique',
  pos: 'Terminal',
  dashboard: 'Portail',
}
