import type { CashSessionRecord } from '#domain/cash-sessions/cash-session.ts'
import type { CashSessionId, PortalUserId, ServiceEnvId } from '#domain/ids.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { listCashSessions } from '#use-cases/cash-sessions/find.ts'
import type { Database } from '#db/connect.ts'

/** A till, with the cashier and terminal to count a sale for. */
export interface Till extends Pick<CashSessionRecord, 'channel' | 'terminal' | 'operator'> {
  /** The open cash session; null if a cashier sells without one. */
  readonly id: CashSessionId | null
}

/** A till of which a cash session is open. */
export type OpenTill = Till & { readonly id: CashSessionId }

/** A sale that somebody makes in the portal, before it is known how it is paid. */
export interface PortalSale {
  readonly place: { readonly id: ServiceEnvId; readonly mode: Mode }
  readonly personId: PortalUserId
  /** Null if it belongs to no till. */
  readonly till: Till | null
  /** As it was typed. */
  readonly amount: { readonly sourceText: string | undefined; readonly currency: CurrencyCode }
  readonly description: string | null
  /** The same key again is the same sale. */
  readonly key: string
  readonly requestId: string
}

const tillsMax = 50

/** The open tills of a service, newest first, at most 50. */
export function listOpenTills(database: Database, serviceEnvId: ServiceEnvId): Promise<OpenTill[]> {
  return listCashSessions(database, { serviceEnvId }, { limit: tillsMax, isOpen: true })
}

/** The seller of a sale: channel, terminal and cashier are those of its till, as with a session token. */
export function sellerOf({ place, till }: Pick<PortalSale, 'place' | 'till'>) {
  const own = {
    channel: till?.channel ?? ('dashboard' as const),
    terminalId: till?.terminal.id ?? null,
    collaboratorId: till?.operator.id ?? null,
    cashSessionId: tillId(till),
  }
  return { kind: 'secret' as const, mode: place.mode, serviceEnvId: place.id, ...own }
}

/** Identifies a sale when its form is sent again. */
export function keyedSale(sale: PortalSale, route: string, wanted: readonly string[]) {
  const { place, personId, till, amount, description, key } = sale
  const common = [amount.sourceText, amount.currency, description, tillId(till)]
  return {
    idempotency: { serviceEnvId: place.id, holderId: personId, route, key },
    canonicalRequest: JSON.stringify([...common, ...wanted]),
  }
}

function tillId(till: Till | null): CashSessionId | null {
  return till?.id ?? null
}
