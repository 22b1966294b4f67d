import { csvLine, csvStart } from '#domain/csv.ts'
import { toDecimalText } from '#domain/money.ts'
import { localTime } from '#domain/text.ts'
import type { TransactionRecord } from '#domain/transaction-record.ts'
import { methodLabel } from '#domain/receipt.ts'
import type { Database } from '#db/connect.ts'
import {
  listTransactions,
  type ListPosition,
  type TransactionFilter,
  type TransactionScope,
} from '#db/queries/transactions.ts'
import { statusNames } from '#web/design/badge.tsx'
import { channelNames } from './filter.ts'

export interface Export {
  readonly scope: TransactionScope
  readonly filter: TransactionFilter
  /** More than this is asked for by period. */
  readonly rowsMax?: number
  readonly rowsAtOnce?: number
}

/** A table of transactions, newest first, read as it is written: part after part, and no more when the reader leaves. */
export async function* exportLines(
  database: Database,
  { scope, filter, rowsMax = 50_000, rowsAtOnce = 500 }: Export,
): AsyncGenerator<string> {
  yield csvStart + csvLine(columns.map(([title]) => title))
  let position: ListPosition | undefined
  for (let written = 0; written < rowsMax; written += rowsAtOnce) {
    const rows = await listTransactions(database, scope, {
      filter,
      limit: rowsAtOnce,
      ...(position && { position }),
    })
    yield rows.map(lineOf).join('')
    position = rows.at(-1)
    if (rows.length < rowsAtOnce) return
  }
  yield csvLine([`Liste limitée à ${rowsMax} lignes\u00A0: choisissez une période plus courte.`])
}

function lineOf(transaction: TransactionRecord): string {
  return csvLine(columns.map(([, cell]) => cell(transaction)))
}

const columns: readonly (readonly [string, (t: TransactionRecord) => string | null])[] = [
  ['Date', ({ createdAt }) => localTime(createdAt)],
  ['Identifiant', ({ id }) => id],
  ['Référence', ({ reference }) => reference],
  ['Type', ({ type }) => (type === 'collection' ? 'Encaissement' : 'Retrait')],
  ['Statut', ({ status }) => statusNames[status]],
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
  ['Remboursé', ({ refunded }) => toDecimalText(refunded)],
  ['Description', ({ description }) => description],
]
