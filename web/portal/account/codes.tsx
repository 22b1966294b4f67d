import type { Device } from '#web/door/own-account.tsx'
import { paths } from '#web/portal/paths.ts'
import { usePortal } from '#web/portal/portal-page.ts'
import { errorAt } from '#web/http/refused.ts'
import { Button, ButtonLink, CopyButton } from '#web/design/button.tsx'
import { CurrentPassword } from '#web/design/confirm.tsx'
import { TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { Qr } from '#web/design/qr.tsx'
import { OneTimeSecret } from '#web/design/secret.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { useOwnAccountWords } from './words.tsx'

interface CodesProps {
  readonly faults: readonly FieldFault[]
}

/** Turns one-time codes on, or off if they are on; both need the password. */
export function CodesPage({ faults }: CodesProps) {
  const portal = usePortal()
  const { title, removeCodes, codes: words } = useOwnAccountWords()
  const isOn = portal.person.hasOneTimeCodes
  return (
    <PortalFrame title={words.title}>
      <p>
        <a href={paths.account}>{title}</a>
      </p>
      <h1>{words.title}</h1>
      <div class="card stack narrow">
        <p>{isOn ? words.on : words.off}</p>
        <Faults faults={faults} />
        <Form action={isOn ? paths.removeCodes : paths.codes}>
          <CurrentPassword
            name="password"
            label={words.password}
            error={errorAt(faults, 'password')}
          />
          {isOn ? <Button look="danger">{removeCodes}</Button> : <Button>{words.begin}</Button>}
        </Form>
      </div>
    </PortalFrame>
  )
}

/** Shows the device's secret once, and asks for its first code. */
export function ConfirmPage({
  device,
  faults,
}: CodesProps & {
  /** Null after a refused code: the device already has its secret. */
  readonly device: Device | null
}) {
  const words = useOwnAccountWords().phone
  return (
    <PortalFrame title={words.title}>
      <h1>{words.title}</h1>
      <div class="card stack narrow">
        {device && <Scan {...device} />}
        <Faults faults={faults} />
        <Form action={paths.confirmCodes}>
          <TextField
            name="code"
            label={words.digits}
            hint={words.digitsHint}
            inputMode="numeric"
            autocomplete="one-time-code"
            error={errorAt(faults, 'code')}
            maxLength={16}
          />
          <Button>{words.activate}</Button>
        </Form>
        {device === null && (
          <p class="soft">{words.nothingShown(<a href={paths.codes}>{words.again}</a>)}</p>
        )}
      </div>
    </PortalFrame>
  )
}

function Scan({ secret, uri }: Device) {
  const words = useOwnAccountWords().phone
  return (
    <>
      <p>{words.scan}</p>
      <Qr text={uri} label={words.qr} />
      <p class="soft">{words.cannotScan}</p>
      <p>
        <code class="secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <CopyButton text={secret}>{words.copyKey}</CopyButton>
    </>
  )
}

/** The recovery codes for a lost device, shown once. */
export function RecoveryPage({ codes }: { readonly codes: readonly string[] }) {
  const words = useOwnAccountWords().recovery
  return (
    <PortalFrame title={words.title}>
      <h1>{words.done}</h1>
      <OneTimeSecret
        title={words.keep}
        secret={codes.join('\n')}
        copy={words.copy}
        note={words.note}
      />
      <ButtonLink href={paths.account}>{words.kept}</ButtonLink>
    </PortalFrame>
  )
}
