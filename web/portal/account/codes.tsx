import { beginOneTimeCodes } from '#use-cases/sessions/begin-one-time-codes.ts'
import { confirmOneTimeCodes } from '#use-cases/sessions/confirm-one-time-codes.ts'
import { removeOneTimeCodes } from '#use-cases/sessions/remove-one-time-codes.ts'
import type { WebContext } from '#web/context.ts'
import { html, type PageAnswer, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { errorAt, type Refused, refusedFields } from '#web/http/refused.ts'
import { Button, ButtonLink, CopyButton } from '#web/design/button.tsx'
import { TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { Qr } from '#web/design/qr.tsx'
import { OneTimeSecret } from '#web/design/secret.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'

/** As devices name the account. */
const issuer = 'Service de paiement (portail)'

const passwordRefusals = {
  wrong_password: 'password',
  too_many_attempts: 'password',
  action_not_allowed: 'password',
} as const

const codeRefusals = {
  invalid_one_time_code: 'code',
  too_many_attempts: 'code',
  action_not_allowed: 'code',
} as const

/** One-time codes of somebody's own log-in: a device is shown its secret, gives a first code, and codes are asked for. */
export function codePagesOf(context: WebContext): readonly PageRoute[] {
  const { database } = context
  const post = (path: string, handler: (input: PortalInput) => Promise<PageAnswer>) =>
    portalPage(context, { method: 'POST', path, handler })
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.codes,
      handler: ({ session }) => html(<CodesPage portal={session} faults={[]} />),
    }),
    post(paths.codes, async (input) => {
      const { session: portal, form } = input
      const password = form.secret('password')
      return refusedFields(passwordRefusals, () =>
        beginOneTimeCodes(database, portal.session, { password, issuer }),
      ).then((answer) =>
        'refused' in answer
          ? again(input, answer.refused)
          : html(<ConfirmPage portal={portal} device={answer.done} faults={[]} />),
      )
    }),
    post(paths.confirmCodes, async ({ session: portal, form, requestId }) => {
      const given = { code: form.text('code'), cause: { requestId } }
      const answer = await refusedFields(codeRefusals, () =>
        confirmOneTimeCodes(database, portal.session, given),
      )
      if ('refused' in answer) {
        const { faults, head } = answer.refused
        return html(<ConfirmPage portal={portal} device={null} faults={faults} />, head)
      }
      return html(<RecoveryPage portal={portal} codes={answer.done.recoveryCodes} />)
    }),
    post(paths.removeCodes, async (input) => {
      const { session: portal, form, requestId } = input
      const given = { password: form.secret('password'), cause: { requestId } }
      const answer = await refusedFields(passwordRefusals, () =>
        removeOneTimeCodes(database, portal.session, given),
      )
      if ('refused' in answer) return again(input, answer.refused)
      const text = 'La connexion ne demande plus de code à usage unique.'
      return redirect(paths.account, { flash: { tone: 'ok', text } })
    }),
  ]
}

function again({ session }: PortalInput, { faults, head }: Refused): PageAnswer {
  return html(<CodesPage portal={session} faults={faults} />, head)
}

interface CodesProps {
  readonly portal: Portal
  readonly faults: readonly FieldFault[]
}

/** Turning codes on, or off where they are on; either after the password. */
function CodesPage({ portal, faults }: CodesProps) {
  const isOn = portal.person.hasOneTimeCodes
  return (
    <PortalFrame portal={portal} title="Codes à usage unique">
      <p>
        <a href={paths.account}>Mon compte</a>
      </p>
      <h1>Codes à usage unique</h1>
      <div class="card stack narrow">
        <p>
          {isOn
            ? 'Votre connexion demande un code de votre téléphone. Sans lui, votre mot de passe suffirait à qui l’aurait appris.'
            : 'Après le mot de passe, la connexion demandera six chiffres que donne une application de votre téléphone (Google Authenticator, Aegis, FreeOTP…). Qui apprendrait votre mot de passe n’entrerait pas.'}
        </p>
        <Faults faults={faults} />
        <Form action={isOn ? paths.removeCodes : paths.codes}>
          <TextField
            name="password"
            label="Votre mot de passe"
            type="password"
            autocomplete="current-password"
            error={errorAt(faults, 'password')}
            maxLength={128}
          />
          {isOn ? <Button look="danger">Retirer les codes</Button> : <Button>Commencer</Button>}
        </Form>
      </div>
    </PortalFrame>
  )
}

/** The secret for the device, this once, and the first code of it. */
function ConfirmPage({
  portal,
  device,
  faults,
}: CodesProps & {
  /** Null where a code was refused: the device has its secret by then. */
  readonly device: { readonly secret: string; readonly uri: string } | null
}) {
  return (
    <PortalFrame portal={portal} title="Relier votre téléphone">
      <h1>Relier votre téléphone</h1>
      <div class="card stack narrow">
        {device && <Device {...device} />}
        <Faults faults={faults} />
        <Form action={paths.confirmCodes}>
          <TextField
            name="code"
            label="Les six chiffres affichés"
            hint="Un code vaut trente secondes environ."
            inputMode="numeric"
            autocomplete="one-time-code"
            error={errorAt(faults, 'code')}
            maxLength={16}
          />
          <Button>Activer</Button>
        </Form>
        {device === null && (
          <p class="soft">
            Votre application n’affiche rien{'\u00A0'}? <a href={paths.codes}>Recommencez</a>, avec
            un nouveau code QR.
          </p>
        )}
      </div>
    </PortalFrame>
  )
}

function Device({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  return (
    <>
      <p>Scannez ce code avec l’application, puis écrivez les six chiffres qu’elle affiche.</p>
      <Qr text={uri} label="Code QR à scanner avec votre application de codes" />
      <p class="soft">
        Vous ne pouvez pas scanner{'\u00A0'}? Écrivez cette clé dans l’application.
      </p>
      <p>
        <code class="secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <CopyButton text={secret}>Copier la clé</CopyButton>
    </>
  )
}

/** What replaces a lost device, this once. */
function RecoveryPage({
  portal,
  codes,
}: {
  readonly portal: Portal
  readonly codes: readonly string[]
}) {
  return (
    <PortalFrame portal={portal} title="Codes de secours">
      <h1>C’est activé</h1>
      <OneTimeSecret
        title="Gardez vos codes de secours"
        secret={codes.join('\n')}
        copy="Copier les codes"
        note={`Chacun remplace une fois le téléphone, si vous le perdez. Ils ne sont affichés qu’une fois\u00A0: notez-les ailleurs que sur ce téléphone. Vos autres sessions sont fermées.`}
      />
      <ButtonLink href={paths.account}>Je les ai gardés</ButtonLink>
    </PortalFrame>
  )
}
