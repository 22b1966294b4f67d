import Type from 'typebox'
import { beginOneTimeCodes } from '#use-cases/sessions/begin-one-time-codes.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { oneTimeCodeSecret } from '#api/schemas/staff.ts'
import { secretField } from '#use-cases/desk/fields.ts'

/** What the device that makes the codes shows them as. */
const issuer = 'Service de paiement (équipe)'

/** A secret for one's device; codes are asked for once one was confirmed. Refusals: wrong_password, action_not_allowed. */
export function beginStaffCodes({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/one-time-codes',
    keys: { staff: 'everybody' },
    summary: 'Préparer ses codes à usage unique',
    answer: { object: oneTimeCodeSecret },
    body: Type.Object({ password: secretField }),
    async handler({ caller, body: { password } }) {
      const begun = await beginOneTimeCodes(database, caller, { password, issuer })
      return { body: { data: { object: 'one_time_code_secret', ...begun } } }
    },
  })
}
