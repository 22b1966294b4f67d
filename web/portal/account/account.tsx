import { changePassword } from '#use-cases/sessions/change-password.ts'
import type { WebContext } from '#web/context.ts'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { html, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { sessionCookie } from '#web/http/session-guard.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { NewPasswordFields, passwordsDiffer } from '#web/door/new-password.tsx'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { roleNames } from '#web/portal/role-names.ts'
import { errorAt, refusedField, refusedFields } from '#web/http/refused.ts'
import { codePagesOf } from './codes.tsx'
import { sessionPages } from './sessions.tsx'

/** Somebody’s own account: who they are here, their password, their one-time codes and their sessions. */
export function accountPages(context: WebContext): readonly PageRoute[] {
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.account,
      handler: ({ session }) => html(<AccountPage portal={session} faults={[]} />),
    }),
    portalPage(context, {
      method: 'POST',
      path: paths.account,
      handler: (input) => takePassword(context, input),
    }),
    ...codePagesOf(context),
    ...sessionPages(context),
  ]
}

async function takePassword({ database }: WebContext, input: PortalInput) {
  const { form, requestId, session: portal } = input
  const differ = passwordsDiffer(form)
  const change = {
    current: form.secret('current'),
    next: form.secret('next'),
    cause: { requestId },
  }
  const answer = differ
    ? { refused: refusedField(differ) }
    : await refusedFields(refusals, () => changePassword(database, portal.session, change))
  if ('refused' in answer) {
    const { faults, head } = answer.refused
    return html(<AccountPage portal={portal} faults={faults} />, head)
  }
  const text = 'Votre mot de passe est changé. Vos autres sessions sont fermées.'
  return redirect(paths.account, {
    cookies: [sessionCookie(answer.done)],
    flash: { tone: 'ok', text },
  })
}

const refusals = {
  invalid_password: 'next',
  wrong_password: 'current',
  too_many_attempts: 'current',
  action_not_allowed: 'current',
} as const

function AccountPage({
  portal,
  faults,
}: {
  readonly portal: Portal
  readonly faults: readonly FieldFault[]
}) {
  const { name, email, role, hasOneTimeCodes } = portal.person
  const facts = [
    { label: 'Nom', value: name },
    { label: 'Adresse e-mail', value: email },
    { label: 'Rôle', value: roleNames[role] },
    { label: 'Code à usage unique', value: hasOneTimeCodes ? 'Demandé' : 'Non demandé' },
  ]
  return (
    <PortalFrame portal={portal} title="Mon compte">
      <h1>Mon compte</h1>
      <div class="grid start">
        <div class="card">
          <Facts facts={facts} />
          <div class="row actions">
            <ButtonLink href={paths.codes} look="quiet" icon="phone">
              {hasOneTimeCodes ? 'Retirer les codes' : 'Demander un code à la connexion'}
            </ButtonLink>
            <ButtonLink href={paths.sessions} look="quiet">
              Sessions ouvertes
            </ButtonLink>
          </div>
        </div>
        <div class="card stack">
          <h2>Changer de mot de passe</h2>
          <Faults faults={faults} />
          <Form action={paths.account}>
            <TextField
              name="current"
              label="Mot de passe actuel"
              type="password"
              autocomplete="current-password"
              error={errorAt(faults, 'current')}
              maxLength={128}
            />
            <NewPasswordFields faults={faults} />
            <Button>Changer</Button>
          </Form>
        </div>
      </div>
    </PortalFrame>
  )
}
