import Type, { type Static } from 'typebox'
import {
  type CashSessionRecord,
  readCash,
  sessionSecondsMax,
} from '#domain/cash-sessions/cash-session.ts'
import { asId, type CashSessionId, type CollaboratorId } from '#domain/ids.ts'
import {
  type CashSessionScope,
  findCashSession,
  listCashSessions,
} from '#use-cases/cash-sessions/find.ts'
import type { ApiContext } from '#http/context.ts'
import { idParameter, pageFields, said } from '#http/fields.ts'
import { cashField, noteField, operatorField, sessionSecondsField } from './fields.ts'
import { newestPage } from '#http/page.ts'
import { route } from '#http/route.ts'
import { about } from './about.ts'
import { presentCashSession } from '#api/present/cash-session.ts'
import { cashSession as cashSessionSchema } from '#api/schemas/terminals.ts'
import { placeOf, terminalParams, visibleTerminal } from '#api/terminals/routes.ts'
import type { ErrorCode, FieldError } from '#domain/errors/errors.ts'
import { zero } from '#domain/money/money.ts'
import { accountCurrency } from '#domain/money/currency.ts'
import { type Cashier, openCashSession } from '#use-cases/cash-sessions/open.ts'
import { type ReceiptWidth, receiptWidths } from '#domain/text/printed.ts'
import { closeCashSession } from '#use-cases/cash-sessions/close.ts'
import { zReport } from '#domain/cash-sessions/z-report.ts'
import { readTerms } from '#use-cases/pricing/terms.ts'
import type { Caller } from '#use-cases/keys/caller.ts'

/** The sessions of a terminal, newest first; a terminal key sees those it opened within 24 hours. */
export function listCashSessionsRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/terminals/:id/sessions',
    keys: ['secret', 'terminal'],
    summary: 'Lister les sessions de caisse d’un terminal',
    about: about.listCashSessions,
    answer: { object: cashSessionSchema, isList: true },
    params: terminalParams,
    query: Type.Object(pageFields),
    async handler({ caller, params, query }) {
      const scope = await visibleSessions(context, caller, params)
      const body = await newestPage<CashSessionRecord>(context, {
        place: { list: 'cash_sessions', scope: `${caller.apiKeyId} ${params.id}` },
        asked: query,
        read: ({ limit, position: after }) =>
          listCashSessions(context.database, scope, {
            limit,
            ...(after && { position: { openedAt: after.createdAt, id: after.id } }),
          }),
        at: ({ openedAt }) => openedAt,
        present: (row) => presentCashSession(row, null),
      })
      return { body }
    },
  })
}

/** Opens a cashier's till; only this answer contains the token (docs/checkouts-and-terminals.md#cash-sessions). */
export function openCashSessionRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/terminals/:id/sessions',
    keys: ['secret'],
    summary: 'Ouvrir une session de caisse',
    about: about.openCashSession,
    answer: { object: cashSessionSchema },
    success: 201,
    params: terminalParams,
    body: Type.Object({
      operator: operatorField,
      expires_in: Type.Optional(sessionSecondsField),
      opening_float: Type.Optional(
        said(cashField, 'Cash in the drawer at the opening; 0 by default.', 10000),
      ),
      note: Type.Optional(noteField),
    }),
    checkFields: ({ body, numberText }) => [
      ...operatorErrors(body.operator),
      ...cashErrors('opening_float', numberText('opening_float')),
    ],
    async handler({ caller, params, body, numberText }) {
      const { database } = context
      const place = placeOf(caller, params)
      const { id, token } = await openCashSession(database, place, {
        cashier: cashierOf(body.operator),
        seconds: body.expires_in ?? sessionSecondsMax,
        openingFloat: readCash(numberText('opening_float') ?? '0') ?? zero(accountCurrency),
        note: body.note ?? null,
      })
      const scope = { serviceEnvId: caller.serviceEnvId, terminalId: place.id }
      const session = await findCashSession(database, scope, id)
      return {
        body: { data: { ...presentCashSession(session, null), token } },
        headers: { Location: `/v2/terminals/${place.id}/sessions/${id}` },
      }
    },
  })
}

/** A cashier is named by an id or by a name, not both. */
function operatorErrors(operator: Static<typeof operatorField> | undefined): FieldError[] {
  if (operator === undefined || (operator.id === undefined) !== (operator.name === undefined))
    return []
  return [{ field: 'operator', code: 'invalid_collaborator' }]
}

function cashierOf({ id, name = '' }: Static<typeof operatorField>): Cashier {
  return id === undefined ? { name } : { id: asId<CollaboratorId>(id) }
}

/** One session with its totals so far; with `width`, its report for a printer as well. */
export function readCashSession(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/terminals/:id/sessions/:session_id',
    keys: ['secret', 'terminal'],
    summary: 'Lire une session de caisse',
    about: about.getCashSession,
    answer: { object: cashSessionSchema },
    params: cashSessionParams,
    query: Type.Object({
      width: widthField(
        'invalid_parameter',
        'Columns of the printer: adds the report in `z_report`.',
      ),
    }),
    async handler({ caller, params, query }) {
      const scope = await visibleSessions(context, caller, params)
      const session = await findCashSession(context.database, scope, sessionIdOf(params))
      const { width } = query
      return { body: { data: await sessionWithReport(context, caller, { session, width }) } }
    },
  })
}

const defaultWidth: ReceiptWidth = 32

function widthField(code: ErrorCode, text: string) {
  return Type.Optional(said(Type.Integer({ code, enum: [...receiptWidths] }), text, defaultWidth))
}

/** Closes a till for good: its token stops working at once, and the answer contains the Z report. */
export function closeCashSessionRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/terminals/:id/sessions/:session_id/close',
    keys: ['secret', 'terminal'],
    summary: 'Clôturer une session de caisse',
    about: about.closeCashSession,
    answer: { object: cashSessionSchema },
    params: cashSessionParams,
    body: Type.Object({
      counted_cash: Type.Optional(said(cashField, 'Cash counted in the drawer.', 10000)),
      width: widthField('invalid_field', 'Columns of the report in `z_report`, 32 by default.'),
      note: Type.Optional(noteField),
    }),
    checkFields: ({ numberText }) => cashErrors('counted_cash', numberText('counted_cash')),
    async handler({ caller, params, body, numberText }) {
      const scope = await visibleSessions(context, caller, params)
      const id = sessionIdOf(params)
      const counted = numberText('counted_cash')
      await closeCashSession(
        context.database,
        { scope, id },
        {
          closedBy: caller.kind === 'terminal' ? 'terminal' : 'secret',
          countedCash: (counted === undefined ? undefined : readCash(counted)?.minor) ?? null,
          note: body.note ?? null,
        },
      )
      const session = await findCashSession(context.database, scope, id)
      const width = body.width ?? defaultWidth
      return { body: { data: await sessionWithReport(context, caller, { session, width }) } }
    },
  })
}

const cashSessionParams = Type.Object({
  id: idParameter('terminal_not_found'),
  session_id: idParameter('cash_session_not_found'),
})

/** The schema accepted the number, but its text may have decimals that no cash has. */
function cashErrors(field: string, sourceText: string | undefined) {
  if (sourceText === undefined || readCash(sourceText) !== undefined) return []
  return [{ field, code: 'invalid_field' } as const]
}

/** A terminal key sees the last 24 hours, as with transactions. */
const terminalWindowMs = 86_400_000

/** The sessions that the caller may see. Refusal: terminal_not_found. */
async function visibleSessions(
  context: ApiContext,
  caller: Caller,
  params: { readonly id: string },
): Promise<CashSessionScope> {
  await visibleTerminal(context, caller, params)
  const { serviceEnvId, id: terminalId } = placeOf(caller, params)
  if (caller.kind !== 'terminal') return { serviceEnvId, terminalId }
  return { serviceEnvId, terminalId, ageMaxMs: terminalWindowMs }
}

function sessionIdOf(params: { readonly session_id: string }): CashSessionId {
  return asId<CashSessionId>(params.session_id)
}

/** The session with its till summary, printed in `width` columns. */
async function sessionWithReport(
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
