import { beginOneTimeCodes } from '#use-cases/sessions/begin-one-time-codes.ts'
import { confirmOneTimeCodes } from '#use-cases/sessions/confirm-one-time-codes.ts'
import { removeOneTimeCodes } from '#use-cases/sessions/remove-one-time-codes.ts'
import type { WebContext } from '#web/context.ts'
import { html, type PageAnswer, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { type Refused, refusedFields } from '#web/http/refused.ts'
import { CodesPage, ConfirmPage, RecoveryPage } from './codes-view.tsx'

/** As devices name the account. */
const issuer = 'Service de paiement (portail)'

const passwordRefusals = {
  wrong_password: 'password',
  too_many_attempts: 'password',
  action_not_allowed: 'password',
} as const

const codeRefusals = {
  invalid_one_time_code: 'code',
  too_many_attempts: 'code',
  action_not_allowed: 'code',
} as const

/** One-time codes of somebody's own log-in: a device is shown its secret, gives a first code, and codes are asked for. */
export function codePagesOf(context: WebContext): readonly PageRoute[] {
  const { database } = context
  const post = (path: string, handler: (input: PortalInput) => Promise<PageAnswer>) =>
    portalPage(context, { method: 'POST', path, handler })
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.codes,
      handler: ({ session }) => html(<CodesPage portal={session} faults={[]} />),
    }),
    post(paths.codes, async (input) => {
      const { session: portal, form } = input
      const password = form.secret('password')
      return refusedFields(passwordRefusals, () =>
        beginOneTimeCodes(database, portal.session, { password, issuer }),
      ).then((answer) =>
        'refused' in answer
          ? again(input, answer.refused)
          : html(<ConfirmPage portal={portal} device={answer.done} faults={[]} />),
      )
    }),
    post(paths.confirmCodes, async ({ session: portal, form, requestId }) => {
      const given = { code: form.text('code'), cause: { requestId } }
      const answer = await refusedFields(codeRefusals, () =>
        confirmOneTimeCodes(database, portal.session, given),
      )
      if ('refused' in answer) {
        const { faults, head } = answer.refused
        return html(<ConfirmPage portal={portal} device={null} faults={faults} />, head)
      }
      return html(<RecoveryPage portal={portal} codes={answer.done.recoveryCodes} />)
    }),
    post(paths.removeCodes, async (input) => {
      const { session: portal, form, requestId } = input
      const given = { password: form.secret('password'), cause: { requestId } }
      const answer = await refusedFields(passwordRefusals, () =>
        removeOneTimeCodes(database, portal.session, given),
      )
      if ('refused' in answer) return again(input, answer.refused)
      const text = 'La connexion ne demande plus de code à usage unique.'
      return redirect(paths.account, { flash: { tone: 'ok', text } })
    }),
  ]
}

function again({ session }: PortalInput, { faults, head }: Refused): PageAnswer {
  return html(<CodesPage portal={session} faults={faults} />, head)
}
