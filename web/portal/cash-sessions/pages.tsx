import type { CashSessionId } from '#domain/ids.ts'
import { closeCashSession } from '#use-cases/cash-sessions/close.ts'
import { findCashSession } from '#use-cases/cash-sessions/find.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { html, redirect } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { FieldRefusal } from '#web/http/refused.ts'
import { CashSessionPage, closeFields } from './detail.tsx'
import { CashSessionList } from './list.tsx'
import { cashIn, cashMessage, noteMessage, textLengthMax } from './open-form.tsx'
import { isOpenOnly, sessionsPage } from './read.ts'

const permission = 'terminals.manage'

/** The cash sessions of a service in one mode: open ones, past ones, and their reports. */
export function cashSessionPages(context: WebContext): readonly PageRoute[] {
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.cashSessions,
      permission,
      async handler(input) {
        const page = await sessionsPage(context, input, { path: paths.cashSessions })
        const isNarrowed = isOpenOnly(input.query)
        return html(<CashSessionList portal={input.session} page={page} isNarrowed={isNarrowed} />)
      },
    }),
    portalPage(context, {
      method: 'GET',
      path: `${paths.cashSessions}/:id`,
      permission,
      handler: async (input) => html(await sessionPage(context, input, null)),
    }),
    closePage(context),
  ]
}

function closePage(context: WebContext): PageRoute {
  return portalWrite(context, {
    path: `${paths.cashSessions}/:id/cloturer`,
    permission,
    async read(input) {
      const { id, terminal } = await sessionOf(context, input)
      return { id, terminalId: terminal.id, ...readClosing(input) }
    },
    act: ({ id }) => ({ act: 'cash_session.close', subject: { kind: 'cash_session', id } }),
    async work({ id, terminalId, ...closing }, { session }) {
      const scope = { serviceEnvId: session.place.id, terminalId }
      await closeCashSession(context.database, { scope, id }, { ...closing, closedBy: 'portal' })
      return redirect(`${paths.cashSessions}/${id}`, {
        flash: { tone: 'ok', text: 'La session est clôturée\u00A0: voici son Z.' },
      })
    },
    again: (input, faults) => sessionPage(context, input, faults),
  })
}

function readClosing({ form }: PortalInput) {
  const counted = cashIn(form.text(closeFields.counted))
  const note = form.text(closeFields.note)
  const faults: FieldFault[] = [
    ...(counted === undefined ? [{ field: closeFields.counted, message: cashMessage }] : []),
    ...(note.length > textLengthMax ? [{ field: closeFields.note, message: noteMessage }] : []),
  ]
  if (faults.length > 0) throw new FieldRefusal(faults)
  return { countedCash: counted?.minor ?? null, note: note === '' ? null : note }
}

async function sessionPage(
  context: WebContext,
  input: PortalInput,
  faults: readonly FieldFault[] | null,
) {
  const { form } = input
  const typed = { counted: form.text(closeFields.counted), note: form.text(closeFields.note) }
  const session = await sessionOf(context, input)
  return <CashSessionPage portal={input.session} session={session} faults={faults} typed={typed} />
}

/** The session that an address names. Refusal: cash_session_not_found. */
function sessionOf({ database }: WebContext, input: PortalInput) {
  const id = idParam<CashSessionId>(input, 'cash_session_not_found')
  return findCashSession(database, { serviceEnvId: input.session.place.id }, id)
}
