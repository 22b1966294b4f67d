import type { TerminalRecord } from '#domain/terminals/terminal.ts'
import { asId, type ServiceEnvId, type TerminalId } from '#domain/ids.ts'
import { readTerminalSales } from '#use-cases/day-sales/of-terminals.ts'
import { startOfToday } from '#web/portal/collections/at-counter.ts'
import { findTerminal, listTerminals, type TerminalPosition } from '#use-cases/terminals/find.ts'
import { changeTerminal } from '#use-cases/terminals/change.ts'
import { createTerminal } from '#use-cases/terminals/create.ts'
import type { WebContext } from '#web/context.ts'
import { seenOf } from '#web/design/seen.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { doneAt, html, type PageAnswer } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { isAsSeen, portalWrite } from '#web/portal/portal-write.ts'
import { sessionsPage } from '#web/portal/cash-sessions/pages.tsx'
import { readOpening, SessionToken, typedSession } from '#web/portal/cash-sessions/open-form.tsx'
import type { PortalAct } from '#domain/audit/portal-acts.ts'
import { deleteTerminal } from '#use-cases/terminals/delete.ts'
import { openCashSession } from '#use-cases/cash-sessions/open.ts'
import { regenerateTerminal } from '#use-cases/terminals/regenerate.ts'
import { setTerminalState } from '#use-cases/terminals/set-state.ts'
import { descriptionOf, readTyped, TerminalForm, typedOf, typeOf, untouched } from './form.tsx'
import {
  ActivationCode,
  type Taken,
  type TerminalAct,
  TerminalList,
  TerminalPage,
  type TerminalPageProps,
} from './detail.tsx'
import { terminalWords, useTerminalWords } from './words.tsx'

/** The terminals and desks of a service in one mode. */
export function terminalPages(context: WebContext): readonly PageRoute[] {
  const view = portalReads(context, permission)
  return [
    view(paths.terminals, (input) => showList(context, input)),
    ...newTerminalPages(context),
    view(`${paths.terminals}/:id`, async (input) => html(await terminalPage(context, input))),
    ...changeTerminalPages(context),
    ...terminalActs(context),
  ]
}

async function showList(context: WebContext, input: PortalInput) {
  const { session, query } = input
  const { place } = session
  const page = await readListPage<TerminalRecord, TerminalPosition>(context, {
    name: 'portal-terminals',
    path: paths.terminals,
    place,
    query,
    fields: [],
    read: (part) => listTerminals(context.database, place.id, part),
    toCursor: ({ createdAt, id }) => [createdAt.toISOString(), id],
    fromCursor: ([createdAt = '', id = '']) => ({
      createdAt: new Date(createdAt),
      id: asId<TerminalId>(id),
    }),
  })
  const taken = await readTaken(context, place.id, page.rows)
  return html(<TerminalList page={page} taken={taken} />)
}

function readTaken(
  { database }: WebContext,
  serviceEnvId: ServiceEnvId,
  terminals: readonly TerminalRecord[],
): Promise<Taken> {
  const ids = terminals.map(({ id }) => id)
  return readTerminalSales(database, { serviceEnvId, ids, since: startOfToday(new Date()) })
}

function newTerminalPages(context: WebContext): readonly PageRoute[] {
  const view = portalReads(context, permission)
  const path = paths.newTerminal
  const page = ({ form, language }: PortalInput, faults: readonly FieldFault[] | null) => (
    <FormPage title={terminalWords[language].list.add}>
      <TerminalForm
        action={path}
        button={terminalWords[language].form.add}
        typed={faults ? readTyped(form) : untouched}
        faults={faults ?? []}
        isNew
      />
    </FormPage>
  )
  return [
    view(path, (input) => html(page(input, null))),
    portalWrite(context, {
      path,
      permission,
      read({ form, language }) {
        const typed = readTyped(form)
        return { ...descriptionOf(typed, language), type: typeOf(typed, language) }
      },
      act: ({ type, label }) => ({ act: 'terminal.create', details: { type, label } }),
      async work(wanted, { session }) {
        const { terminal, activationCode } = await createTerminal(
          context.database,
          session.place.id,
          wanted,
        )
        return html(<ActivationCode terminal={terminal} code={activationCode} />)
      },
      again: page,
    }),
  ]
}

function changeTerminalPages(context: WebContext): readonly PageRoute[] {
  const view = portalReads(context, permission)
  const path = `${paths.terminals}/:id/modifier`
  const page = async (input: PortalInput, faults: readonly FieldFault[] | null) => {
    const { serviceEnvId, id } = placeOf(input)
    const terminal = await findTerminal(context.database, serviceEnvId, id)
    const words = terminalWords[input.language].form
    return (
      <FormPage title={words.changeTitle(terminal.label)}>
        <TerminalForm
          action={`${terminalPath(terminal)}/modifier`}
          button={words.save}
          typed={faults ? readTyped(input.form) : typedOf(terminal)}
          seen={seenOf(typedOf(terminal))}
          faults={faults ?? []}
          isNew={false}
        />
      </FormPage>
    )
  }
  return [
    view(path, async (input) => html(await page(input, null))),
    portalWrite(context, {
      path,
      permission,
      async seenNow(input) {
        const { serviceEnvId, id } = placeOf(input)
        return seenOf(typedOf(await findTerminal(context.database, serviceEnvId, id)))
      },
      read: (input) => ({
        place: placeOf(input),
        change: descriptionOf(readTyped(input.form), input.language),
      }),
      act: ({ place: { id } }) => ({ act: 'terminal.change', subject: { kind: 'terminal', id } }),
      async work({ place, change }, input) {
        const isStill = (now: TerminalRecord) => isAsSeen(input, seenOf(typedOf(now)))
        const terminal = await changeTerminal(context.database, { ...place, isStill }, change)
        return doneAt(terminalPath(terminal), terminalWords[input.language].done.changed)
      },
      again: page,
    }),
  ]
}

function FormPage({
  title,
  children,
}: {
  readonly title: string
  readonly children: Parameters<typeof PortalFrame>[0]['children']
}) {
  return (
    <PortalFrame title={title}>
      <p>
        <a href={paths.terminals}>{useTerminalWords().list.all}</a>
      </p>
      <h1>{title}</h1>
      <section class="card narrow">{children}</section>
    </PortalFrame>
  )
}

const permission = 'terminals.manage'

/** The terminal in the path. Error: terminal_not_found. */
function placeOf(input: PortalInput) {
  const id = idParam<TerminalId>(input, 'terminal_not_found')
  return { serviceEnvId: input.session.place.id, id }
}

/** The path of a terminal's page. */
function terminalPath({ id }: { readonly id: TerminalId }): string {
  return `${paths.terminals}/${id}`
}

/** The page of one terminal, with its cash sessions. */
async function terminalPage(
  context: WebContext,
  input: PortalInput,
  refused: TerminalPageProps['refused'] = null,
) {
  const { serviceEnvId, id } = placeOf(input)
  const terminal = await findTerminal(context.database, serviceEnvId, id)
  const [taken, sessions] = await Promise.all([
    readTaken(context, serviceEnvId, [terminal]),
    sessionsPage(context, input, { path: terminalPath(terminal), terminalId: id }),
  ])
  return (
    <TerminalPage
      terminal={terminal}
      taken={taken}
      sessions={sessions}
      refused={refused}
      typed={typedSession(input.form)}
    />
  )
}

/** Actions on an existing terminal that need no further input. */
function terminalActs(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return [
    actPage(context, ['activer', 'terminal.enable'], async ({ place }, { language }) => {
      const terminal = await setTerminalState(database, place, true)
      return doneAt(terminalPath(terminal), terminalWords[language].done.enabled)
    }),
    actPage(context, ['desactiver', 'terminal.disable'], async ({ place }, { language }) => {
      const terminal = await setTerminalState(database, place, false)
      return doneAt(terminalPath(terminal), terminalWords[language].done.disabled)
    }),
    actPage(context, ['code', 'terminal.regenerate'], async ({ place }) => {
      const { terminal, activationCode } = await regenerateTerminal(database, place)
      return html(<ActivationCode terminal={terminal} code={activationCode} />)
    }),
    actPage(context, ['supprimer', 'terminal.delete'], async ({ place }, { language }) => {
      await deleteTerminal(database, place, 'portal')
      return doneAt(paths.terminals, terminalWords[language].done.removed)
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

/** Opens a cashier's till; its token is only in this answer. */
function openPage(context: WebContext): PageRoute {
  return portalWrite(context, {
    path: `${paths.terminals}/:id/ouvrir`,
    permission,
    read: (input) => ({ place: placeOf(input), opening: readOpening(input) }),
    act: ({ place: { id } }) => ({ act: 'cash_session.open', subject: { kind: 'terminal', id } }),
    async work({ place, opening }) {
      const { id, token } = await openCashSession(context.database, place, opening)
      return html(<SessionToken id={id} token={token} seconds={opening.seconds} />)
    },
    again: (input, faults) => terminalPage(context, input, { tried: 'ouvrir', faults }),
  })
}
