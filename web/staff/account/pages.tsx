import type { WebContext } from '#web/context.ts'
import { type Device, ownAccountForms, PasswordForm } from '#web/door/own-account.tsx'
import { ownPasskeyForms } from '#web/door/own-passkeys.tsx'
import { errorAt } from '#web/http/refused.ts'
import type { PageRoute } from '#web/http/route.ts'
import { passkeyQuestion } from '#web/http/session-guard.ts'
import { paths } from '#web/staff/paths.ts'
import { sessionPages } from './sessions.tsx'
import { type Desk, deskReads, deskWrites, staffPage, useDesk } from '#web/staff/staff-page.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Qr } from '#web/design/qr.tsx'
import { staffRoleNames } from '#domain/people/role-names.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { PasswordField } from '#web/staff/parts.tsx'

/** A staff member's own account: password, one-time codes, passkeys and sessions. */
export function accountPages(context: WebContext): readonly PageRoute[] {
  const write = deskWrites(context, 'everybody')
  const hasPasskeys = context.passkeySite !== null
  const accountPage = (faults: readonly FieldFault[]) => (
    <AccountPage hasPasskeys={hasPasskeys} faults={faults} />
  )
  const forms = ownAccountForms<'staff', Desk>(context, {
    path: paths.account,
    issuer: 'Espace de l’équipe',
    accountPage,
    codesPage: accountPage,
    confirmPage: (begun, faults) => <ConfirmPage begun={begun} faults={faults} />,
    recoveryPage: (codes) => <RecoveryPage codes={codes} />,
    removed: () => ({ tone: 'info', text: 'Aucun code n’est plus demandé à la connexion.' }),
  })
  return [
    deskReads(context, 'everybody')(paths.account, () => accountPage([])),
    write(paths.account, forms.takePassword),
    write(`${paths.codes}/preparer`, forms.begin),
    write(`${paths.codes}/activer`, forms.confirm),
    write(`${paths.codes}/retirer`, forms.remove),
    ...passkeyPages(context),
    ...sessionPages(context),
  ]
}

interface Props {
  readonly faults: readonly FieldFault[]
}

function AccountPage({ hasPasskeys, faults }: Props & { readonly hasPasskeys: boolean }) {
  const { name, email, role, hasOneTimeCodes } = useDesk().person
  const facts = [
    { label: 'Nom', value: name },
    { label: 'Adresse e-mail', value: email },
    { label: 'Rôle', value: staffRoleNames[role] },
    { label: 'Code à usage unique', value: hasOneTimeCodes ? 'Demandé' : 'Non demandé' },
  ]
  return (
    <StaffFrame title="Mon compte">
      <h1>Mon compte</h1>
      <Faults faults={faults} />
      <div class="split">
        <section class="card stack">
          <h2>Changer de mot de passe</h2>
          <PasswordForm action={paths.account} faults={faults} />
        </section>
        <div class="stack">
          <section class="card">
            <Facts facts={facts} />
            <div class="row actions">
              {hasPasskeys && (
                <ButtonLink href={paths.passkeys} look="quiet" icon="lock">
                  Clés d’accès
                </ButtonLink>
              )}
              <ButtonLink href={paths.sessions} look="quiet">
                Sessions ouvertes
              </ButtonLink>
            </div>
          </section>
          <Codes faults={faults} />
        </div>
      </div>
    </StaffFrame>
  )
}

function Codes({ faults }: Props) {
  const isRefused = errorAt(faults, 'password') !== undefined
  return (
    <section class="card stack">
      <h2>Codes à usage unique</h2>
      {useDesk().person.hasOneTimeCodes ? (
        <Ask button="Ne plus les demander…" isDanger isOpen={isRefused}>
          <Form action={`${paths.codes}/retirer`}>
            <PasswordField faults={faults} />
            <Button look="danger">Retirer les codes</Button>
          </Form>
        </Ask>
      ) : (
        <Form action={`${paths.codes}/preparer`}>
          <p class="soft">
            Votre téléphone donne un code à chaque connexion{'\u00A0'}: votre mot de passe seul
            n’ouvre plus rien.
          </p>
          <PasswordField faults={faults} />
          <Button look="quiet">Activer</Button>
        </Form>
      )}
    </section>
  )
}

/** Shows the device's secret once, and asks for its first code. */
function ConfirmPage({ begun, faults }: Props & { readonly begun: Device | null }) {
  return (
    <StaffFrame title="Codes à usage unique">
      <h1>Codes à usage unique</h1>
      <div class="card narrow stack">
        <Faults faults={faults} />
        {begun && (
          <>
            <p>Ouvrez votre application de codes et scannez ce dessin.</p>
            <Qr text={begun.uri} label="Secret de vos codes, pour votre application" />
            <p class="small">
              Sans appareil photo, recopiez ce secret{'\u00A0'}: <code>{begun.secret}</code>
            </p>
          </>
        )}
        <Form action={`${paths.codes}/activer`}>
          <TextField
            name="code"
            label="Code"
            hint="Les six chiffres que votre application montre maintenant."
            inputMode="numeric"
            autocomplete="one-time-code"
            error={errorAt(faults, 'code')}
            maxLength={10}
          />
          <Button>Activer les codes</Button>
        </Form>
        <p class="small soft">
          <a href={paths.account}>Revenir à mon compte</a>
        </p>
      </div>
    </StaffFrame>
  )
}

/** The recovery codes for a lost device, shown once. */
function RecoveryPage({ codes }: { readonly codes: readonly string[] }) {
  return (
    <StaffFrame title="Codes de secours">
      <h1>Codes de secours</h1>
      <div class="card narrow stack">
        <Notice tone="ok">Un code sera demandé à chaque connexion.</Notice>
        <p>
          Gardez ces codes à l’abri{'\u00A0'}: chacun remplace une fois votre téléphone. Ils ne
          seront plus affichés.
        </p>
        <ul class="codes num">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <ButtonLink href={paths.account}>C’est noté</ButtonLink>
      </div>
    </StaffFrame>
  )
}

/** A staff member's own passkeys, if passkeys are configured. */
function passkeyPages(context: WebContext): readonly PageRoute[] {
  const forms = ownPasskeyForms<'staff', Desk>(context, {
    paths: { ...paths, codes: paths.account },
    siteName: 'Espace de l’équipe',
    frame: ({ content, ...page }) => <StaffFrame {...page}>{content}</StaffFrame>,
  })
  if (forms === null) return []
  const permission = 'everybody'
  const write = deskWrites(context, permission)
  return [
    staffPage(context, { method: 'GET', path: paths.passkeys, permission, handler: forms.list }),
    write(`${paths.passkeys}/preparer`, forms.begin),
    write(`${paths.passkeys}/ajouter`, forms.add),
    write(`${paths.passkeys}/retirer`, forms.remove),
    write(passkeyQuestion(paths.passkeys), forms.question),
  ]
}
