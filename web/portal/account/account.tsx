import type { WebContext } from '#web/context.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { SelectField } from '#web/design/field.tsx'
import { Faults, type FieldFault } from '#web/design/form.tsx'
import { html, type PageAnswer, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { passkeyQuestion } from '#web/http/session-guard.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { ownAccountForms, PasswordForm } from '#web/door/own-account.tsx'
import { ownPasskeyForms } from '#web/door/own-passkeys.tsx'
import { SessionTable } from '#web/door/session-table.tsx'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalRoleNames } from '#domain/people/role-names.ts'
import { serviceName } from '#domain/text/service-name.ts'
import { asId, isUuid, type SessionId } from '#domain/ids.ts'
import {
  endOwnSessions,
  listOpenSessions,
  type OpenSession,
} from '#use-cases/sessions/own-sessions.ts'
import { useScope } from '#web/design/scope.ts'
import { relativeTime } from '#web/design/time-text.ts'
import { formCause, portalWrite } from '#web/portal/portal-write.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { CodesPage, ConfirmPage, RecoveryPage } from './codes.tsx'

/** A person's own account: name and role, password, one-time codes and sessions. */
export function accountPages(context: WebContext): readonly PageRoute[] {
  const hasPasskeys = context.passkeySite !== null
  const accountPage = (portal: Portal, faults: readonly FieldFault[]) => (
    <AccountPage portal={portal} hasPasskeys={hasPasskeys} faults={faults} />
  )
  const codesPage = (portal: Portal, faults: readonly FieldFault[]) => (
    <CodesPage portal={portal} faults={faults} />
  )
  const page = (
    method: 'GET' | 'POST',
    path: string,
    handler: (input: PortalInput) => Promise<PageAnswer> | PageAnswer,
  ) => portalPage(context, { method, path, handler })
  const forms = ownAccountForms<'portal', Portal>(context, {
    path: paths.account,
    issuer: `${serviceName} (portail)`,
    accountPage,
    codesPage,
    confirmPage: (portal, device, faults) => (
      <ConfirmPage portal={portal} device={device} faults={faults} />
    ),
    recoveryPage: (portal, codes) => <RecoveryPage portal={portal} codes={codes} />,
    removed: { tone: 'ok', text: 'La connexion ne demande plus de code à usage unique.' },
  })
  return [
    page('GET', paths.account, ({ session }) => html(accountPage(session, []))),
    page('POST', paths.account, forms.takePassword),
    page('GET', paths.codes, ({ session }) => html(codesPage(session, []))),
    page('POST', paths.codes, forms.begin),
    page('POST', paths.confirmCodes, forms.confirm),
    page('POST', paths.removeCodes, forms.remove),
    ...passkeyPages(context),
    ...sessionPages(context),
  ]
}

/** A person's own passkeys, if passkeys are configured. */
function passkeyPages(context: WebContext): readonly PageRoute[] {
  const forms = ownPasskeyForms<'portal', Portal>(context, {
    paths,
    siteName: 'Portail marchand',
    frame: (portal, { content, ...page }) => (
      <PortalFrame portal={portal} {...page}>
        {content}
      </PortalFrame>
    ),
  })
  if (forms === null) return []
  const page = (
    method: 'GET' | 'POST',
    path: string,
    handler: (input: PortalInput) => Promise<PageAnswer>,
  ) => portalPage(context, { method, path, handler })
  return [
    page('GET', paths.passkeys, forms.list),
    page('POST', `${paths.passkeys}/preparer`, forms.begin),
    page('POST', `${paths.passkeys}/ajouter`, forms.add),
    page('POST', `${paths.passkeys}/retirer`, forms.remove),
    page('POST', passkeyQuestion(paths.passkeys), forms.question),
  ]
}

function AccountPage({
  portal,
  hasPasskeys,
  faults,
}: {
  readonly portal: Portal
  readonly hasPasskeys: boolean
  readonly faults: readonly FieldFault[]
}) {
  const { name, email, role, hasOneTimeCodes } = portal.person
  const facts = [
    { label: 'Nom', value: name },
    { label: 'Adresse e-mail', value: email },
    { label: 'Rôle', value: portalRoleNames.fr[role] },
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
            {hasPasskeys && (
              <ButtonLink href={paths.passkeys} look="quiet" icon="lock">
                Clés d’accès
              </ButtonLink>
            )}
            <ButtonLink href={paths.notificationChoices} look="quiet">
              Être prévenu
            </ButtonLink>
            <ButtonLink href={paths.sessions} look="quiet">
              Sessions ouvertes
            </ButtonLink>
          </div>
        </div>
        <div class="card stack">
          <h2>Changer de mot de passe</h2>
          <Faults faults={faults} />
          <PasswordForm action={paths.account} faults={faults} />
        </div>
      </div>
    </PortalFrame>
  )
}

/** A person's open sessions, and a way to end those they do not recognise. */
function sessionPages(context: WebContext): readonly PageRoute[] {
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
    ({ id, createdAt }) => [id, `Ouverte ${relativeTime(createdAt, now, 'fr')}`] as const,
  )
  return (
    <PortalFrame portal={portal} title="Sessions ouvertes">
      <p>
        <a href={paths.account}>Mon compte</a>
      </p>
      <h1>Sessions ouvertes</h1>
      <SessionTable sessions={sessions} current={portal.session.id} />
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
