import Type from 'typebox'
import {
  cashMax,
  sessionSecondsMax,
  tillTextLengthMax,
} from '#domain/cash-sessions/cash-session.ts'
import { named, said, textField } from '#http/fields.ts'

/** Fields of the requests that open and close a till (docs/checkouts-and-terminals.md#cash-sessions). */

/** The cashier. */
export const operatorField = said(
  named(
    'CashierChoice',
    Type.Object(
      {
        id: Type.Optional(
          said(
            Type.String({ code: 'invalid_collaborator', format: 'uuid' }),
            'Id of a collaborator of the service.',
            '0197a3c2-31aa-7be0-a3f4-6d2e8c5b9f10',
          ),
        ),
        name: Type.Optional(
          said(
            textField('invalid_collaborator', {
              min: 1,
              max: tillTextLengthMax,
              format: 'shown_text',
            }),
            'Name of a cashier without an account.',
            'Koffi Mensah',
          ),
        ),
      },
      { code: 'invalid_collaborator' },
    ),
    'One cashier: by `id` or by `name`, not both.',
  ),
  'The cashier at the cash desk: by `id` or by `name`, not both.',
)

/** The cashier's note. */
export const noteField = said(
  textField('invalid_field', { min: 1, max: tillTextLengthMax, format: 'shown_text' }),
  'Note of the cashier.',
  'Remplacement de Kossi',
)
/** Cash in a drawer, in units of the account's currency; may be 0. `readCash` reads it exactly. */
export const cashField = Type.Number({ code: 'invalid_field', minimum: 0, maximum: cashMax })

const sessionSecondsMin = 60

/** Duration of a session; the maximum when left out. */
export const sessionSecondsField = said(
  Type.Integer({
    code: 'invalid_field',
    minimum: sessionSecondsMin,
    maximum: sessionSecondsMax,
    default: sessionSecondsMax,
  }),
  'How many seconds the session lasts.',
  28800,
)
