import { asId, isUuid, type SessionId } from '#domain/ids.ts'
import { endOwnSessions } from '#use-cases/sessions/end-own.ts'
import { listOpenSessions, type OpenSession } from '#use-cases/sessions/list-open.ts'
import type { WebContext } from '#web/context.ts'
import { SelectField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { useScope } from '#web/design/scope.ts'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { relativeTime } from '#web/design/time-text.ts'
import { html, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { formCause, portalWrite } from '#web/portal/portal-write.ts'
import { WriteForm } from '#web/portal/write-form.tsx'

/** Where somebody is logged in: their own sessions, and an end to those that are not theirs any more. */
export function sessionPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  const page = async ({ session }: PortalInput, faults: readonly FieldFault[] = []) => {
    const sessions = await listOpenSessions(database, session.person)
    return <SessionsPage portal={session} sessions={sessions} faults={faults} />
  }
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.sessions,
      handler: async (input) => html(await page(input)),
    }),
    portalWrite(context, {
      path: paths.sessions,
      read: ({ form }) => form.text('session'),
      async work(chosen, input) {
        const id = isUuid(chosen) ? asId<SessionId>(chosen) : null
        await endOwnSessions(database, input.session.session, { id, cause: formCause(input) })
        return redirect(paths.sessions, { flash: { tone: 'ok', text: 'C’est fermé.' } })
      },
      again: page,
    }),
  ]
}

function SessionsPage({
  portal,
  sessions,
  faults,
}: {
  readonly portal: Portal
  readonly sessions: readonly OpenSession[]
  readonly faults: readonly FieldFault[]
}) {
  const { now } = useScope()
  const others = sessions.filter(({ id }) => id !== portal.session.id)
  const options = others.map(
    ({ id, createdAt }) => [id, `Ouverte ${relativeTime(createdAt, now)}`] as const,
  )
  return (
    <PortalFrame portal={portal} title="Sessions ouvertes">
      <p>
        <a href={paths.account}>Mon compte</a>
      </p>
      <h1>Sessions ouvertes</h1>
      <div class="card">
        <Table
          caption="Vos sessions ouvertes"
          columns={columnsOf(portal)}
          rows={sessions}
          keyOf={({ id }) => id}
        />
      </div>
      {others.length === 0 ? (
        <p class="soft">Vous n’êtes connecté nulle part ailleurs.</p>
      ) : (
        <section class="card stack narrow">
          <h2>Fermer</h2>
          <WriteForm portal={portal} action={paths.sessions} faults={faults} button="Fermer">
            <SelectField
              name="session"
              label="Quelle session&nbsp;?"
              options={[['', 'Toutes sauf celle-ci'], ...options]}
              isFilter
            />
          </WriteForm>
        </section>
      )}
    </PortalFrame>
  )
}

function columnsOf({ session }: Portal): readonly Column<OpenSession>[] {
  return [
    {
      title: 'Ouverte',
      cell: ({ id, createdAt }) => (
        <span>
          <Time at={createdAt} />
          {id === session.id && <span class="soft small"> celle-ci</span>}
        </span>
      ),
    },
    { title: 'Dernière page', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
  ]
}
