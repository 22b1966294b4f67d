import Type from 'typebox'
import { cashMax, type CashSessionRecord, readCash } from '#domain/cash-sessions/cash-session.ts'
import { asId, type CashSessionId } from '#domain/ids.ts'
import { receiptWidths } from '#domain/text/printed.ts'
import { zReport } from '#domain/cash-sessions/z-report.ts'
import type { CashSessionScope } from '#use-cases/cash-sessions/find.ts'
import { readTerms } from '#use-cases/pricing/terms.ts'
import type { ApiContext } from '#http/context.ts'
import type { Caller } from '#use-cases/keys/caller.ts'
import { idParameter, textField } from '#http/fields.ts'
import { presentCashSession } from '#api/present/cash-session.ts'
import { placeOf } from '#api/terminals/fields.ts'

export const noteField = textField('invalid_field', { min: 1, max: 255 })
/** Cash of a drawer in units of the account's currency, none included; read exactly with `readCash`. */
export const cashField = Type.Number({ code: 'invalid_field', minimum: 0, maximum: cashMax })

export const cashSessionParams = Type.Object({
  id: idParameter('terminal_not_found'),
  session_id: idParameter('cash_session_not_found'),
})

/** The schema took the number; its text may still have decimals that no cash has. */
export function cashErrors(field: string, sourceText: string | undefined) {
  if (sourceText === undefined || readCash(sourceText) !== undefined) return []
  return [{ field, code: 'invalid_field' } as const]
}

/** A terminal key sees its last 24 hours, as of transactions. */
const terminalWindowMs = 86_400_000

/** Which sessions a call is about. */
export function sessionScope(caller: Caller, params: { readonly id: string }): CashSessionScope {
  const { serviceEnvId, id: terminalId } = placeOf(caller, params)
  if (caller.kind !== 'terminal') return { serviceEnvId, terminalId }
  return { serviceEnvId, terminalId, openedAfter: new Date(Date.now() - terminalWindowMs) }
}

/** The id of the session that a call is about. */
export function sessionIdOf(params: { readonly session_id: string }): CashSessionId {
  return asId<CashSessionId>(params.session_id)
}

/** The session with its till summary for so many columns. */
export async function sessionWithReport(
  context: ApiContext,
  caller: Caller,
  asked: { readonly session: CashSessionRecord; readonly width: number | undefined },
) {
  const width = receiptWidths.find((known) => known === asked.width)
  if (width === undefined) return presentCashSession(asked.session, null)
  const { servicePublicName } = await readTerms(context.database, caller.serviceEnvId)
  const text = zReport(asked.session, servicePublicName, width)
  return presentCashSession(asked.session, { width, text })
}
