import type { PortalAct } from '#domain/audit/portal-acts.ts'
import { deleteTerminal } from '#use-cases/terminals/delete.ts'
import { openCashSession } from '#use-cases/cash-sessions/open.ts'
import { regenerateTerminal } from '#use-cases/terminals/regenerate.ts'
import { setTerminalState } from '#use-cases/terminals/set-state.ts'
import type { WebContext } from '#web/context.ts'
import { html, type PageAnswer, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { readOpening, SessionToken } from '#web/portal/cash-sessions/open-form.tsx'
import { paths } from '#web/portal/paths.ts'
import type { PortalInput } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import type { TerminalAct } from './detail.tsx'
import { permission, placeOf, terminalPage, terminalPath } from './one.tsx'
import { ActivationCode } from './view.tsx'

/** What is done with a terminal that is there, at once and without more to say. */
export function terminalActs(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return [
    actPage(context, ['activer', 'terminal.enable'], async ({ place }) => {
      const terminal = await setTerminalState(database, place, true)
      return told(terminalPath(terminal), 'Le terminal est réactivé.')
    }),
    actPage(context, ['desactiver', 'terminal.disable'], async ({ place }) => {
      const terminal = await setTerminalState(database, place, false)
      return told(terminalPath(terminal), 'Le terminal est désactivé\u00A0: il n’encaisse plus.')
    }),
    actPage(context, ['code', 'terminal.regenerate'], async ({ place }, { session }) => {
      const { terminal, activationCode } = await regenerateTerminal(database, place)
      return html(<ActivationCode portal={session} terminal={terminal} code={activationCode} />)
    }),
    actPage(context, ['supprimer', 'terminal.delete'], async ({ place }) => {
      await deleteTerminal(database, place, 'portal')
      return told(paths.terminals, 'Le terminal est supprimé.')
    }),
    openPage(context),
  ]
}

interface Asked {
  readonly place: ReturnType<typeof placeOf>
}

function actPage(
  context: WebContext,
  [end, act]: readonly [TerminalAct, PortalAct],
  work: (asked: Asked, input: PortalInput) => Promise<PageAnswer>,
): PageRoute {
  return portalWrite(context, {
    path: `${paths.terminals}/:id/${end}`,
    permission,
    read: (input) => ({ place: placeOf(input) }),
    act: ({ place: { id } }) => ({ act, subject: { kind: 'terminal', id } }),
    work,
    again: (input, faults) => terminalPage(context, input, { tried: end, faults }),
  })
}

/** The till of one cashier; the token is in this answer alone. */
function openPage(context: WebContext): PageRoute {
  return portalWrite(context, {
    path: `${paths.terminals}/:id/ouvrir`,
    permission,
    read: (input) => ({ place: placeOf(input), opening: readOpening(input.form) }),
    act: ({ place: { id } }) => ({ act: 'cash_session.open', subject: { kind: 'terminal', id } }),
    async work({ place, opening }, { session }) {
      const { id, token } = await openCashSession(context.database, place, opening)
      return html(<SessionToken portal={session} id={id} token={token} seconds={opening.seconds} />)
    },
    again: (input, faults) => terminalPage(context, input, { tried: 'ouvrir', faults }),
  })
}

function told(to: string, text: string): PageAnswer {
  return redirect(to, { flash: { tone: 'ok', text } })
}
