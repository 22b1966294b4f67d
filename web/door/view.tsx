import type { ComponentChildren } from 'preact'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { keptField, nextField } from '#web/http/session-guard.ts'
import { errorAt } from '#web/http/refused.ts'
import { Frame } from '#web/design/frame.tsx'
import { ServiceHead } from '#web/design/service-head.tsx'
import type { Door } from './door.ts'
import { EmailField } from './fields.tsx'
import { PasskeyForm, passkeyScript } from './passkey-form.tsx'

interface Step {
  readonly door: Door
  readonly next: string
  /** A form that waits for the end of the log-in; empty where none does. */
  readonly kept: string
  readonly faults: readonly FieldFault[]
}

export function LogInPage({
  door,
  next,
  kept,
  hasPasskeys,
  email,
  faults,
}: Step & { readonly hasPasskeys: boolean; readonly email: string }) {
  return (
    <DoorFrame door={door} title="Connexion">
      {kept !== '' && (
        <Notice tone="info" title="Votre session est terminée">
          Connectez-vous{'\u00A0'}: ce que vous avez écrit vous attend. Rien n’a été envoyé.
        </Notice>
      )}
      <Faults faults={faults} />
      <Form action={door.paths.logIn}>
        <Onward next={next} kept={kept} />
        <EmailField email={email} faults={faults} />
        <TextField
          name="password"
          label="Mot de passe"
          type="password"
          autocomplete="current-password"
          maxLength={128}
        />
        <Button isFull>Se connecter</Button>
      </Form>
      {hasPasskeys && <PasskeyWay {...{ door, next, kept }} />}
      <Help door={door} />
    </DoorFrame>
  )
}

/** The way to a whole log-in by a passkey; what waits for its end stands in no address. */
function PasskeyWay({ door, next, kept }: Omit<Step, 'faults'>) {
  const words = 'Utiliser une clé d’accès'
  if (kept === '')
    return (
      <ButtonLink
        href={`${door.paths.passkey}?${new URLSearchParams({ [nextField]: next })}`}
        look="quiet"
        isFull
      >
        {words}
      </ButtonLink>
    )
  return (
    <Form action={door.paths.passkey}>
      <Onward next={next} kept={kept} />
      <Button look="quiet" isFull>
        {words}
      </Button>
    </Form>
  )
}

/** What each step of a log-in carries to the next: where to go afterwards. */
export function Onward({ next, kept }: Pick<Step, 'next' | 'kept'>) {
  return (
    <>
      <input type="hidden" name={nextField} value={next} />
      {kept !== '' && <input type="hidden" name={keptField} value={kept} />}
    </>
  )
}

/** Ways on for who has no password, or forgot it. */
function Help({ door: { paths } }: Pick<Step, 'door'>) {
  if (paths.forgotten === undefined)
    return (
      <p class="small soft">
        Vous avez reçu une invitation, ou oublié votre mot de passe{'\u00A0'}? Demandez un code à
        votre administrateur, puis <a href={paths.invitation}>choisissez un mot de passe</a>.
      </p>
    )
  return (
    <>
      <p class="small soft">
        <a href={paths.forgotten.ask}>Mot de passe oublié{'\u00A0'}?</a> ·{' '}
        <a href={paths.invitation}>J’ai reçu une invitation</a>
      </p>
      {paths.signUp && (
        <p class="small soft">
          Pas encore de compte{'\u00A0'}? <a href={paths.signUp.ask}>Inscrivez votre commerce</a>
        </p>
      )}
    </>
  )
}

/** The ask is null of who has no passkey. */
export function CodePage({
  door,
  next,
  kept,
  ask,
  faults,
}: Step & { readonly ask: object | null }) {
  return (
    <DoorFrame
      door={door}
      title="Code à usage unique"
      {...(ask !== null && { script: passkeyScript })}
    >
      <Faults
        faults={faults.map((fault) => (fault.field === 'code' ? fault : { ...fault, field: null }))}
      />
      <Form action={door.paths.code}>
        <Onward next={next} kept={kept} />
        <TextField
          name="code"
          label="Code"
          hint="Les six chiffres de votre application, ou un code de secours."
          autocomplete="one-time-code"
          error={errorAt(faults, 'code')}
          maxLength={32}
        />
        <Button isFull>Continuer</Button>
      </Form>
      {ask !== null && (
        <PasskeyForm
          action={door.paths.codePasskey}
          kind="sign"
          ask={ask}
          button="Utiliser une clé d’accès"
          isQuiet
        >
          <Onward next={next} kept={kept} />
        </PasskeyForm>
      )}
      <p class="small soft">
        <a href={door.paths.logIn}>Se connecter avec un autre compte</a>
      </p>
    </DoorFrame>
  )
}

/** The frame of the pages before the door: nobody is known there yet. */
export function DoorFrame({
  door,
  title,
  script,
  children,
}: {
  readonly door: Door
  readonly title: string
  /** A file of the design that this page alone needs. */
  readonly script?: string
  readonly children: ComponentChildren
}) {
  return (
    <Frame
      title={`${title} · ${door.name}`}
      foot={<p>Nous ne vous demanderons jamais votre mot de passe par téléphone ou par message.</p>}
      head={<ServiceHead note={door.name} />}
      own="portal"
      isStaff={door.isStaff}
      {...(script !== undefined && { script })}
    >
      <div class="card stack">
        <h1>{title}</h1>
        {children}
      </div>
    </Frame>
  )
}
