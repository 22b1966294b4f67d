import { accountCurrency } from '#domain/money/currency.ts'
import type { CashSessionId, CollaboratorId } from '#domain/ids.ts'
import { add, type Money, parseAmount, subtract, zero } from '#domain/money/money.ts'
import type { TerminalType } from '#domain/terminals/terminal.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { OriginTerminal } from '#domain/transactions/record.ts'

export type CashSessionStatus = 'open' | 'closed' | 'expired'
/** Who closed it: the merchant’s server, the terminal, or somebody in the portal. */
export type CashSessionCloser = 'secret' | 'terminal' | 'portal'

/** The maximum life of a session token (docs/checkouts-and-terminals.md#cash-sessions). */
export const sessionSecondsMax = 28_800
/** The most cashiers of a service. */
export const cashiersMax = 2000
/** For a cashier's name and a note, in characters. */
export const tillTextLengthMax = 255

/** The most cash in a drawer, in units of the account's currency. */
export const cashMax = 1e12

const noneShape = /^-?0(\.0*)?(e[+-]?\d+)?$/i

/** Cash from the source text of its number; may be 0. Undefined if it is not an amount of the account's currency. */
export function readCash(sourceText: string): Money | undefined {
  if (noneShape.test(sourceText)) return zero(accountCurrency)
  const amount = parseAmount(sourceText, accountCurrency)
  return amount.ok ? amount.value : undefined
}

/** What a till collected; all amounts are in the session's currency. */
export interface TillTotals {
  readonly count: number
  readonly amount: Money
  readonly fees: Money
  readonly refundsCount: number
  readonly refunds: Money
  /** Sales in it that their operator took back since: the payer has the money, and the merchant's balance gives it back. */
  readonly takenBackCount: number
  readonly takenBack: Money
  /** Without an outcome so far. */
  readonly pendingCount: number
}

/** The same through one operator. */
export interface ProviderTotals extends TillTotals {
  readonly provider: string
}

/** One cashier's session at a terminal, with its sales. */
export interface CashSessionRecord {
  readonly id: CashSessionId
  readonly mode: Mode
  readonly terminal: OriginTerminal
  readonly operator: { readonly id: CollaboratorId; readonly name: string }
  readonly channel: TerminalType
  readonly openedAt: Date
  readonly expiresAt: Date
  readonly closedAt: Date | null
  readonly closedBy: CashSessionCloser | null
  readonly isExpired: boolean
  readonly openingFloat: Money
  readonly countedCash: Money | null
  readonly note: string | null
  /** Ordered by the operator's name. */
  readonly byProvider: readonly ProviderTotals[]
}

/** The state of a session: closed for good, expired, or open. */
export function cashSessionStatus(
  session: Pick<CashSessionRecord, 'closedAt' | 'isExpired'>,
): CashSessionStatus {
  if (session.closedAt !== null) return 'closed'
  return session.isExpired ? 'expired' : 'open'
}

/** The sums over all operators, exact. */
export function tillTotals({
  byProvider,
  openingFloat,
}: Pick<CashSessionRecord, 'byProvider' | 'openingFloat'>): TillTotals {
  const none = zero(openingFloat.currency)
  const start: TillTotals = {
    count: 0,
    amount: none,
    fees: none,
    refundsCount: 0,
    refunds: none,
    takenBackCount: 0,
    takenBack: none,
    pendingCount: 0,
  }
  return byProvider.reduce(
    (sum, each) => ({
      count: sum.count + each.count,
      amount: add(sum.amount, each.amount),
      fees: add(sum.fees, each.fees),
      refundsCount: sum.refundsCount + each.refundsCount,
      refunds: add(sum.refunds, each.refunds),
      takenBackCount: sum.takenBackCount + each.takenBackCount,
      takenBack: add(sum.takenBack, each.takenBack),
      pendingCount: sum.pendingCount + each.pendingCount,
    }),
    start,
  )
}

/** Cash that should be in the drawer: the opening float, since the service moves no cash. */
export function expectedCash({ openingFloat }: Pick<CashSessionRecord, 'openingFloat'>): Money {
  return openingFloat
}

/** Counted minus expected, negative if some is missing; null if nobody counted. */
export function cashDifference(
  session: Pick<CashSessionRecord, 'openingFloat' | 'countedCash'>,
): Money | null {
  return session.countedCash && subtract(session.countedCash, expectedCash(session))
}
