import { beginOneTimeCodes } from '#use-cases/sessions/begin-one-time-codes.ts'
import { changePassword } from '#use-cases/sessions/change-password.ts'
import { confirmOneTimeCodes } from '#use-cases/sessions/confirm-one-time-codes.ts'
import { removeOneTimeCodes } from '#use-cases/sessions/remove-one-time-codes.ts'
import type { WebContext } from '#web/context.ts'
import { NewPasswordFields, passwordsDiffer } from '#web/door/new-password.tsx'
import { html, redirect } from '#web/http/answer.ts'
import { errorAt, refusedField, refusedFields } from '#web/http/refused.ts'
import type { PageRoute } from '#web/http/route.ts'
import { sessionCookie } from '#web/http/session-guard.ts'
import { paths } from '#web/staff/paths.ts'
import { type Desk, type DeskInput, type StaffPage, staffPage } from '#web/staff/staff-page.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Qr } from '#web/design/qr.tsx'
import { roleNames, StaffFrame } from '#web/staff/frame.tsx'
import { PasswordField } from '#web/staff/parts.tsx'

/** Somebody’s own account at the desk: password and one-time codes. */
export function accountPages(context: WebContext): readonly PageRoute[] {
  const page = (method: 'GET' | 'POST', path: string, handler: StaffPage['handler']) =>
    staffPage(context, { method, path, permission: 'everybody', handler })
  return [
    page('GET', paths.account, ({ session }) => html(<AccountPage desk={session} faults={[]} />)),
    page('POST', paths.account, (input) => takePassword(context, input)),
    page('POST', `${paths.codes}/preparer`, (input) => begin(context, input)),
    page('POST', `${paths.codes}/activer`, (input) => confirm(context, input)),
    page('POST', `${paths.codes}/retirer`, (input) => remove(context, input)),
  ]
}

async function takePassword({ database }: WebContext, { form, requestId, session }: DeskInput) {
  const differ = passwordsDiffer(form)
  const change = {
    current: form.secret('current'),
    next: form.secret('next'),
    cause: { requestId },
  }
  const answer = differ
    ? { refused: refusedField(differ) }
    : await refusedFields(passwordFields, () =>
        changePassword<'staff'>(database, session.session, change),
      )
  if ('refused' in answer) {
    const { faults, head } = answer.refused
    return html(<AccountPage desk={session} faults={faults} />, head)
  }
  const text = 'Votre mot de passe est changé. Vos autres sessions sont fermées.'
  return redirect(paths.account, {
    cookies: [sessionCookie(answer.done)],
    flash: { tone: 'ok', text },
  })
}

const passwordFields = {
  invalid_password: 'next',
  wrong_password: 'current',
  too_many_attempts: 'current',
  action_not_allowed: 'current',
} as const

/** What the device that makes the codes shows them as. */
const issuer = 'Espace de l’équipe'
const codesFields = { wrong_password: 'password', too_many_attempts: 'password' } as const

async function begin({ database }: WebContext, { form, session }: DeskInput) {
  const given = { password: form.secret('password'), issuer }
  const answer = await refusedFields(codesFields, () =>
    beginOneTimeCodes(database, session.session, given),
  )
  if ('refused' in answer) {
    const { faults, head } = answer.refused
    return html(<AccountPage desk={session} faults={faults} />, head)
  }
  return html(<ConfirmPage desk={session} begun={answer.done} faults={[]} />)
}

async function confirm({ database }: WebContext, { form, requestId, session }: DeskInput) {
  const given = { code: form.text('code'), cause: { requestId } }
  const fields = { invalid_one_time_code: 'code', too_many_attempts: 'code' } as const
  const answer = await refusedFields(fields, () =>
    confirmOneTimeCodes(database, session.session, given),
  )
  if ('refused' in answer) {
    const { faults, head } = answer.refused
    return html(<ConfirmPage desk={session} begun={null} faults={faults} />, head)
  }
  return html(<RecoveryPage desk={session} codes={answer.done.recoveryCodes} />)
}

async function remove({ database }: WebContext, { form, requestId, session }: DeskInput) {
  const given = { password: form.secret('password'), cause: { requestId } }
  const answer = await refusedFields(codesFields, () =>
    removeOneTimeCodes(database, session.session, given),
  )
  if ('refused' in answer) {
    const { faults, head } = answer.refused
    return html(<AccountPage desk={session} faults={faults} />, head)
  }
  const text = 'Aucun code n’est plus demandé à la connexion.'
  return redirect(paths.account, { flash: { tone: 'info', text } })
}

interface Props {
  readonly desk: Desk
  readonly faults: readonly FieldFault[]
}

function AccountPage({ desk, faults }: Props) {
  const { name, email, role, hasOneTimeCodes } = desk.person
  const facts = [
    { label: 'Nom', value: name },
    { label: 'Adresse e-mail', value: email },
    { label: 'Rôle', value: roleNames[role] },
    { label: 'Code à usage unique', value: hasOneTimeCodes ? 'Demandé' : 'Non demandé' },
  ]
  return (
    <StaffFrame desk={desk} title="Mon compte">
      <h1>Mon compte</h1>
      <Faults faults={faults} />
      <div class="split">
        <section class="card stack">
          <h2>Changer de mot de passe</h2>
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
        </section>
        <div class="stack">
          <section class="card">
            <Facts facts={facts} />
          </section>
          <Codes desk={desk} faults={faults} />
        </div>
      </div>
    </StaffFrame>
  )
}

function Codes({ desk, faults }: Props) {
  const isRefused = errorAt(faults, 'password') !== undefined
  return (
    <section class="card stack">
      <h2>Codes à usage unique</h2>
      {desk.person.hasOneTimeCodes ? (
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

/** The secret for the device, once, and the first code of it. */
function ConfirmPage({
  desk,
  begun,
  faults,
}: Props & { readonly begun: { readonly secret: string; readonly uri: string } | null }) {
  return (
    <StaffFrame desk={desk} title="Codes à usage unique">
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

/** The codes that replace a lost device, shown this once. */
function RecoveryPage({
  desk,
  codes,
}: Pick<Props, 'desk'> & { readonly codes: readonly string[] }) {
  return (
    <StaffFrame desk={desk} title="Codes de secours">
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
