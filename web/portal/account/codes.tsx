import type { Device } from '#web/door/own-account.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { errorAt } from '#web/http/refused.ts'
import { Button, ButtonLink, CopyButton } from '#web/design/button.tsx'
import { TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { Qr } from '#web/design/qr.tsx'
import { OneTimeSecret } from '#web/design/secret.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'

interface CodesProps {
  readonly portal: Portal
  readonly faults: readonly FieldFault[]
}

/** Turns one-time codes on, or off if they are on; both need the password. */
export function CodesPage({ portal, faults }: CodesProps) {
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
            : 'Après le mot de passe, la connexion demandera six chiffres que donne une application de votre téléphone (Google Authenticator, Aegis, FreeOTP…). Même avec votre mot de passe, personne d’autre ne pourra se connecter.'}
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

/** Shows the device's secret once, and asks for its first code. */
export function ConfirmPage({
  portal,
  device,
  faults,
}: CodesProps & {
  /** Null after a refused code: the device already has its secret. */
  readonly device: Device | null
}) {
  return (
    <PortalFrame portal={portal} title="Relier votre téléphone">
      <h1>Relier votre téléphone</h1>
      <div class="card stack narrow">
        {device && <Scan {...device} />}
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

function Scan({ secret, uri }: Device) {
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

/** The recovery codes for a lost device, shown once. */
export function RecoveryPage({
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
