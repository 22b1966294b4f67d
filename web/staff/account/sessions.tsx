import { asId, isUuid, type SessionId } from '#domain/ids.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import { endOwnSessions, listOpenSessions } from '#use-cases/sessions/own-sessions.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { SelectField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { useScope } from '#web/design/scope.ts'
import { relativeTime } from '#web/design/time-text.ts'
import { SessionTable } from '#web/door/session-table.tsx'
import { doneAt, html } from '#web/http/answer.ts'
import { refusedFields } from '#web/http/refused.ts'
import type { PageRoute } from '#web/http/route.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { PasswordField } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { type Desk, type DeskInput, deskWrites, staffPage, useDesk } from '#web/staff/staff-page.ts'

/** A staff member's open sessions, and a way to end those they do not recognise. */
export function sessionPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  const show = async ({ person }: Desk, faults: readonly FieldFault[] = [], head = {}) => {
    const sessions = await listOpenSessions(database, person)
    return html(<SessionsPage sessions={sessions} faults={faults} />, head)
  }
  return [
    staffPage(context, {
      method: 'GET',
      path: paths.sessions,
      permission: 'everybody',
      handler: ({ session }) => show(session),
    }),
    deskWrites(context, 'everybody')(paths.sessions, async (input) => {
      const answer = await refusedFields({ fields: refusals, language: input.language }, () =>
        end(context, input),
      )
      if ('refused' in answer)
        return show(input.session, answer.refused.faults, answer.refused.head)
      return doneAt(paths.sessions, 'C’est fermé.')
    }),
  ]
}

const refusals = {
  wrong_password: 'password',
  too_many_attempts: 'password',
  invalid_passkey: 'password',
} as const

async function end(
  { database }: WebContext,
  { form, requestId, session: { session } }: DeskInput,
): Promise<void> {
  const chosen = form.text('session')
  const id = isUuid(chosen) ? asId<SessionId>(chosen) : null
  await confirmPassword(database, session.person, form.secret('password'))
  await endOwnSessions(database, session, { id, cause: { requestId } })
}

function SessionsPage({
  sessions,
  faults,
}: {
  readonly sessions: Awaited<ReturnType<typeof listOpenSessions>>
  readonly faults: readonly FieldFault[]
}) {
  const { now } = useScope()
  const { session } = useDesk()
  const others = sessions.filter(({ id }) => id !== session.id)
  const options = others.map(
    ({ id, createdAt }) => [id, `Ouverte ${relativeTime(createdAt, now, 'fr')}`] as const,
  )
  return (
    <StaffFrame title="Sessions ouvertes">
      <p>
        <a href={paths.account}>Mon compte</a>
      </p>
      <h1>Sessions ouvertes</h1>
      <Faults faults={faults} />
      <SessionTable sessions={sessions} current={session.id} />
      {others.length === 0 ? (
        <p class="soft">Vous n’êtes connecté nulle part ailleurs.</p>
      ) : (
        <section class="card stack narrow">
          <h2>Fermer</h2>
          <Form action={paths.sessions}>
            <SelectField
              name="session"
              label="Quelle session&nbsp;?"
              options={[['', 'Toutes sauf celle-ci'], ...options]}
              isFilter
            />
            <PasswordField faults={faults} />
            <Button>Fermer</Button>
          </Form>
        </section>
      )}
    </StaffFrame>
  )
}
