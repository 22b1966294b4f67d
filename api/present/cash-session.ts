import {
  cashDifference,
  type CashSessionRecord,
  cashSessionStatus,
  expectedCash,
  type ProviderTotals,
  tillTotals,
} from '#domain/cash-sessions/cash-session.ts'
import { toNumber } from '#domain/money/money.ts'
import type { ReceiptWidth } from '#domain/text/printed.ts'
import { isoTime } from '#domain/text/text.ts'
import { presentPlace } from './terminal.ts'

/** A till summary to print, and its width in columns. */
export interface PrintedReport {
  readonly width: ReceiptWidth
  readonly text: string
}

/** The cash session object, without its token; amounts in units of its currency. */
export function presentCashSession(session: CashSessionRecord, report: PrintedReport | null) {
  return {
    id: session.id,
    object: 'cash_session',
    mode: session.mode,
    terminal: presentPlace(session.terminal),
    operator: session.operator,
    status: cashSessionStatus(session),
    channel: session.channel,
    opened_at: isoTime(session.openedAt),
    expires_at: isoTime(session.expiresAt),
    closed_at: session.closedAt && isoTime(session.closedAt),
    closed_by: session.closedBy,
    currency: session.openingFloat.currency,
    ...drawer(session),
    totals: totals(session),
    note: session.note,
    width: report?.width ?? null,
    z_report: report?.text ?? null,
  }
}

function drawer(session: CashSessionRecord) {
  const difference = cashDifference(session)
  return {
    opening_float: toNumber(session.openingFloat),
    counted_cash: session.countedCash && toNumber(session.countedCash),
    expected_cash: toNumber(expectedCash(session)),
    difference: difference && toNumber(difference),
  }
}

function totals(session: CashSessionRecord) {
  const all = tillTotals(session)
  return {
    collections_count: all.count,
    collections_amount: toNumber(all.amount),
    fees_amount: toNumber(all.fees),
    refunds_count: all.refundsCount,
    refunds_amount: toNumber(all.refunds),
    taken_back_count: all.takenBackCount,
    taken_back_amount: toNumber(all.takenBack),
    pending_count: all.pendingCount,
    by_provider: session.byProvider.map(providerTotals),
  }
}

function providerTotals(each: ProviderTotals) {
  return {
    provider: each.provider,
    count: each.count,
    amount: toNumber(each.amount),
    fees_amount: toNumber(each.fees),
    refunds_count: each.refundsCount,
    refunds_amount: toNumber(each.refunds),
    taken_back_count: each.takenBackCount,
    taken_back_amount: toNumber(each.takenBack),
    pending_count: each.pendingCount,
  }
}
