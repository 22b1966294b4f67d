import type { WebContext } from '#web/context.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { SelectField } from '#web/design/field.tsx'
import { Faults, type FieldFault } from '#web/design/form.tsx'
import { doneAt, html, type PageAnswer } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { passkeyQuestion } from '#web/http/session-guard.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { ownAccountForms, PasswordForm } from '#web/door/own-account.tsx'
import { ownPasskeyForms } from '#web/door/own-passkeys.tsx'
import { SessionTable } from '#web/door/session-table.tsx'
import { doorWords } from '#web/door/words.ts'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalPage, usePortal } from '#web/portal/portal-page.ts'
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
import { ownAccountWords, useOwnAccountWords } from './words.tsx'

/** A person's own account: name and role, password, one-time codes and sessions. */
export function accountPages(context: WebContext): readonly PageRoute[] {
  const hasPasskeys = context.passkeySite !== null
  const accountPage = (faults: readonly FieldFault[]) => (
    <AccountPage hasPasskeys={hasPasskeys} faults={faults} />
  )
  const codesPage = (faults: readonly FieldFault[]) => <CodesPage faults={faults} />
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
    confirmPage: (device, faults) => <ConfirmPage device={device} faults={faults} />,
    recoveryPage: (codes) => <RecoveryPage codes={codes} />,
    removed: (language) => ({ tone: 'ok', text: ownAccountWords[language].codesRemoved }),
  })
  return [
    page('GET', paths.account, () => html(accountPage([]))),
    page('POST', paths.account, forms.takePassword),
    page('GET', paths.codes, () => html(codesPage([]))),
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
    siteName: doorWords.fr.names.portal,
    frame: ({ content, ...page }) => <PortalFrame {...page}>{content}</PortalFrame>,
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
  hasPasskeys,
  faults,
}: {
  readonly hasPasskeys: boolean
  readonly faults: readonly FieldFault[]
}) {
  const { name, email, role, hasOneTimeCodes } = usePortal().person
  const { language } = useScope()
  const words = useOwnAccountWords()
  const facts = [
    { label: words.name, value: name },
    { label: words.email, value: email },
    { label: words.role, value: portalRoleNames[language][role] },
    { label: words.oneTimeCode, value: hasOneTimeCodes ? words.asked : words.notAsked },
  ]
  return (
    <PortalFrame title={words.title}>
      <h1>{words.title}</h1>
      <div class="grid start">
        <div class="card">
          <Facts facts={facts} />
          <div class="row actions">
            <ButtonLink href={paths.codes} look="quiet" icon="phone">
              {hasOneTimeCodes ? words.removeCodes : words.askForCode}
            </ButtonLink>
            {hasPasskeys && (
              <ButtonLink href={paths.passkeys} look="quiet" icon="lock">
                {words.passkeys}
              </ButtonLink>
            )}
            <ButtonLink href={paths.notificationChoices} look="quiet">
              {words.notifications}
            </ButtonLink>
            <ButtonLink href={paths.sessions} look="quiet">
              {words.sessions.title}
            </ButtonLink>
          </div>
        </div>
        <div class="card stack">
          <h2>{words.changePassword}</h2>
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
    return <SessionsPage sessions={sessions} faults={faults} />
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
        return doneAt(paths.sessions, ownAccountWords[input.language].sessions.closed)
      },
      again: page,
    }),
  ]
}

function SessionsPage({
  sessions,
  faults,
}: {
  readonly sessions: readonly OpenSession[]
  readonly faults: readonly FieldFault[]
}) {
  const portal = usePortal()
  const { now, language } = useScope()
  const { title, sessions: words } = useOwnAccountWords()
  const others = sessions.filter(({ id }) => id !== portal.session.id)
  const options = others.map(
    ({ id, createdAt }) => [id, words.opened(relativeTime(createdAt, now, language))] as const,
  )
  return (
    <PortalFrame title={words.title}>
      <p>
        <a href={paths.account}>{title}</a>
      </p>
      <h1>{words.title}</h1>
      <SessionTable sessions={sessions} current={portal.session.id} />
      {others.length === 0 ? (
        <p class="soft">{words.none}</p>
      ) : (
        <section class="card stack narrow">
          <h2>{words.close}</h2>
          <WriteForm action={paths.sessions} faults={faults} button={words.close}>
            <SelectField
              name="session"
              label={words.which}
              options={[['', words.allOthers], ...options]}
              isFilter
            />
          </WriteForm>
        </section>
      )}
    </PortalFrame>
  )
}
