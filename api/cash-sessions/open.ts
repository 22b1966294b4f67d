import Type, { type Static } from 'typebox'
import { readCash, sessionSecondsMax } from '#domain/cash-sessions/cash-session.ts'
import type { FieldError } from '#domain/errors/errors.ts'
import { asId, type CollaboratorId } from '#domain/ids.ts'
import { zero } from '#domain/money/money.ts'
import { accountCurrency } from '#domain/money/currency.ts'
import { type Cashier, openCashSession } from '#use-cases/cash-sessions/open.ts'
import { findCashSession } from '#use-cases/cash-sessions/find.ts'
import type { ApiContext } from '#http/context.ts'
import { textField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentCashSession } from '#api/present/cash-session.ts'
import { cashSession as cashSessionSchema } from '#api/schemas/terminals.ts'
import { placeOf, terminalParams } from '#api/terminals/fields.ts'
import { cashErrors, cashField, noteField } from './fields.ts'

const operatorField = Type.Object(
  {
    id: Type.Optional(Type.String({ code: 'invalid_collaborator', format: 'uuid' })),
    name: Type.Optional(textField('invalid_collaborator', { min: 1, max: 255 })),
  },
  { code: 'invalid_collaborator' },
)

const sessionSecondsMin = 60

/** Opens the till of one cashier; the token is in this answer alone (docs/checkouts-and-terminals.md#cash-sessions). */
export function openCashSessionRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/terminals/:id/sessions',
    keys: ['secret'],
    summary: 'Ouvrir une session de caisse',
    answer: { object: cashSessionSchema },
    success: 201,
    params: terminalParams,
    body: Type.Object({
      operator: operatorField,
      expires_in: Type.Optional(
        Type.Integer({
          code: 'invalid_field',
          minimum: sessionSecondsMin,
          maximum: sessionSecondsMax,
          default: sessionSecondsMax,
        }),
      ),
      opening_float: Type.Optional(cashField),
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

/** One cashier, named in one way. */
function operatorErrors(operator: Static<typeof operatorField> | undefined): FieldError[] {
  if (operator === undefined || (operator.id === undefined) !== (operator.name === undefined))
    return []
  return [{ field: 'operator', code: 'invalid_collaborator' }]
}

function cashierOf({ id, name = '' }: Static<typeof operatorField>): Cashier {
  return id === undefined ? { name } : { id: asId<CollaboratorId>(id) }
}
