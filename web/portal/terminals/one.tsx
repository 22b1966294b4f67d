import type { CashSessionRecord } from '#domain/cash-sessions/cash-session.ts'
import type { TerminalId } from '#domain/ids.ts'
import { findTerminal } from '#use-cases/terminals/find.ts'
import type { WebContext } from '#web/context.ts'
import { idParam } from '#web/http/route.ts'
import { sessionsPage } from '#web/portal/cash-sessions/read.ts'
import { typedSession } from '#web/portal/cash-sessions/open-form.tsx'
import type { ListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import type { PortalInput } from '#web/portal/portal-page.ts'
import { TerminalPage, type TerminalPageProps } from './detail.tsx'

export const permission = 'terminals.manage'

/** Which terminal an address names. Refusal: terminal_not_found. */
export function placeOf(input: PortalInput) {
  const id = idParam<TerminalId>(input, 'terminal_not_found')
  return { serviceEnvId: input.session.place.id, id }
}

/** Where one terminal is looked at. */
export function terminalPath({ id }: { readonly id: TerminalId }): string {
  return `${paths.terminals}/${id}`
}

/** The page of one terminal, with its cash sessions. */
export async function terminalPage(
  context: WebContext,
  input: PortalInput,
  refused: TerminalPageProps['refused'] = null,
) {
  const { serviceEnvId, id } = placeOf(input)
  const terminal = await findTerminal(context.database, serviceEnvId, id)
  const sessions: ListPage<CashSessionRecord> = await sessionsPage(context, input, {
    path: terminalPath(terminal),
    terminalId: id,
  })
  return (
    <TerminalPage
      portal={input.session}
      terminal={terminal}
      sessions={sessions}
      refused={refused}
      typed={typedSession(input.form)}
    />
  )
}
