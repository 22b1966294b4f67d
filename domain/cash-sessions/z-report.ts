import {
  cashDifference,
  type CashSessionRecord,
  cashSessionStatus,
  expectedCash,
  type TillTotals,
  tillTotals,
} from './cash-session.ts'
import { operatorOf } from '#domain/operators/operators.ts'
import { amountRow, centered, type ReceiptWidth, row, wrapped } from '#domain/text/printed.ts'
import { localTimeText } from '#domain/text/text.ts'

/**
 * The till summary for a printer, no line longer than `width` columns: a Z report of a closed session, an X reading of
 * an open one. Counts and sums by operator, then the totals, then the drawer.
 */
export function zReport(
  session: CashSessionRecord,
  merchantName: string,
  width: ReceiptWidth,
): string {
  const rule = '-'.repeat(width)
  const lines = [
    ...centered(merchantName, width),
    ...centered(session.terminal.pointOfSale?.name ?? null, width),
    rule,
    ...centered(session.closedAt === null ? 'LECTURE X' : 'CLÔTURE Z', width),
    ...centered(`Session ${sessionNumber(session)}`, width),
    rule,
    ...turnRows(session, width),
    rule,
    ...session.byProvider.flatMap((each) => [
      ...wrapped(operatorOf(each.provider)?.name ?? each.provider, width),
      ...row('  Encaissements', String(each.count), width),
      ...amountRow('  Montant', each.amount, width),
    ]),
    ...(session.byProvider.length > 0 ? [rule] : []),
    ...totalRows(session, width),
    rule,
    ...drawerRows(session, width),
    ...(session.note === null ? [] : [rule, ...wrapped(session.note, width)]),
    ...(session.mode === 'sandbox' ? [rule, ...centered('SESSION DE TEST', width)] : []),
  ]
  return lines.join('\n')
}

/** The end of its id, which is unique. */
function sessionNumber({ id }: CashSessionRecord): string {
  return id.replaceAll('-', '').slice(-12).toUpperCase()
}

function turnRows(session: CashSessionRecord, width: number): string[] {
  const ended = session.closedAt ?? (session.isExpired ? session.expiresAt : null)
  const endLabel = cashSessionStatus(session) === 'closed' ? 'Clôture' : 'Expiration'
  return [
    ...row('Caisse', session.terminal.label, width),
    ...row('Caissier', session.operator.name, width),
    ...row('Ouverture', localTimeText(session.openedAt), width),
    ...row(endLabel, ended && localTimeText(ended), width),
  ]
}

function totalRows(session: CashSessionRecord, width: number): string[] {
  const totals = tillTotals(session)
  return [
    ...row('Encaissements', String(totals.count), width),
    ...amountRow('TOTAL ENCAISSÉ', totals.amount, width),
    ...amountRow('Dont frais', totals.fees, width),
    ...row('Remboursements', String(totals.refundsCount), width),
    ...amountRow('Total remboursé', totals.refunds, width),
    ...takenBackRows(totals, width),
    ...(totals.pendingCount > 0 ? row('En attente', String(totals.pendingCount), width) : []),
  ]
}

/** What the sums above count although its payers have the money again. */
function takenBackRows({ takenBackCount, takenBack }: TillTotals, width: number): string[] {
  if (takenBackCount === 0) return []
  return [
    ...row('Repris par l’opérateur', String(takenBackCount), width),
    ...amountRow('Dont repris', takenBack, width),
  ]
}

function drawerRows(session: CashSessionRecord, width: number): string[] {
  const difference = cashDifference(session)
  return [
    ...amountRow('Fond de caisse', session.openingFloat, width),
    ...amountRow('Espèces attendues', expectedCash(session), width),
    ...(session.countedCash ? amountRow('Espèces comptées', session.countedCash, width) : []),
    ...(difference ? amountRow('Écart', difference, width) : []),
  ]
}
