import type { TerminalRecord } from '#domain/terminals/terminal.ts'
import { asId, type TerminalId } from '#domain/ids.ts'
import { findTerminal, listTerminals, type TerminalPosition } from '#use-cases/terminals/find.ts'
import { changeTerminal } from '#use-cases/terminals/change.ts'
import { createTerminal } from '#use-cases/terminals/create.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { html, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { terminalActs } from './acts.tsx'
import { descriptionOf, readTyped, TerminalForm, typedOf, typeOf, untouched } from './form.tsx'
import { permission, placeOf, terminalPage, terminalPath } from './one.tsx'
import { ActivationCode, TerminalList } from './view.tsx'

/** The terminals and desks of a service in one mode. */
export function terminalPages(context: WebContext): readonly PageRoute[] {
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.terminals,
      permission,
      handler: (input) => showList(context, input),
    }),
    ...newTerminalPages(context),
    portalPage(context, {
      method: 'GET',
      path: `${paths.terminals}/:id`,
      permission,
      handler: async (input) => html(await terminalPage(context, input)),
    }),
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
  return html(<TerminalList portal={session} page={page} />)
}

function newTerminalPages(context: WebContext): readonly PageRoute[] {
  const path = paths.newTerminal
  const page = ({ session, form }: PortalInput, faults: readonly FieldFault[] | null) => (
    <FormPage portal={session} title="Ajouter un terminal">
      <TerminalForm
        portal={session}
        action={path}
        button="Ajouter"
        typed={faults ? readTyped(form) : untouched}
        faults={faults ?? []}
        isNew
      />
    </FormPage>
  )
  return [
    portalPage(context, {
      method: 'GET',
      path,
      permission,
      handler: (input) => html(page(input, null)),
    }),
    portalWrite(context, {
      path,
      permission,
      read({ form }) {
        const typed = readTyped(form)
        return { ...descriptionOf(typed), type: typeOf(typed) }
      },
      act: ({ type, label }) => ({ act: 'terminal.create', details: { type, label } }),
      async work(wanted, { session }) {
        const { terminal, activationCode } = await createTerminal(
          context.database,
          session.place.id,
          wanted,
        )
        return html(<ActivationCode portal={session} terminal={terminal} code={activationCode} />)
      },
      again: page,
    }),
  ]
}

function changeTerminalPages(context: WebContext): readonly PageRoute[] {
  const path = `${paths.terminals}/:id/modifier`
  const page = async (input: PortalInput, faults: readonly FieldFault[] | null) => {
    const { serviceEnvId, id } = placeOf(input)
    const terminal = await findTerminal(context.database, serviceEnvId, id)
    return (
      <FormPage portal={input.session} title={`Modifier «\u00A0${terminal.label}\u00A0»`}>
        <TerminalForm
          portal={input.session}
          action={`${terminalPath(terminal)}/modifier`}
          button="Enregistrer"
          typed={faults ? readTyped(input.form) : typedOf(terminal)}
          faults={faults ?? []}
          isNew={false}
        />
      </FormPage>
    )
  }
  return [
    portalPage(context, {
      method: 'GET',
      path,
      permission,
      handler: async (input) => html(await page(input, null)),
    }),
    portalWrite(context, {
      path,
      permission,
      read: (input) => ({ place: placeOf(input), change: descriptionOf(readTyped(input.form)) }),
      act: ({ place: { id } }) => ({ act: 'terminal.change', subject: { kind: 'terminal', id } }),
      async work({ place, change }) {
        const terminal = await changeTerminal(context.database, place, change)
        return redirect(terminalPath(terminal), {
          flash: { tone: 'ok', text: 'C’est enregistré.' },
        })
      },
      again: page,
    }),
  ]
}

function FormPage({
  portal,
  title,
  children,
}: {
  readonly portal: Portal
  readonly title: string
  readonly children: Parameters<typeof PortalFrame>[0]['children']
}) {
  return (
    <PortalFrame portal={portal} title={title}>
      <p>
        <a href={paths.terminals}>Tous les terminaux</a>
      </p>
      <h1>{title}</h1>
      <section class="card narrow">{children}</section>
    </PortalFrame>
  )
}
