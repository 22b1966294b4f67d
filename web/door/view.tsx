import type { ComponentChildren } from 'preact'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { nextField } from '#web/http/session-guard.ts'
import { errorAt } from '#web/http/refused.ts'
import { Frame } from '#web/design/frame.tsx'
import type { Door } from './door.ts'
import { PasskeyForm, passkeyScript } from './passkey-form.tsx'

interface Step {
  readonly door: Door
  readonly next: string
  readonly faults: readonly FieldFault[]
}

export function LogInPage({
  door,
  next,
  hasPasskeys,
  email,
  faults,
}: Step & { readonly hasPasskeys: boolean; readonly email: string }) {
  return (
    <DoorFrame door={door} title="Connexion">
      <Faults faults={faults} />
      <Form action={door.paths.logIn}>
        <input type="hidden" name={nextField} value={next} />
        <TextField
          name="email"
          label="Adresse e-mail"
          type="email"
          autocomplete="username"
          value={email}
          error={errorAt(faults, 'email')}
          maxLength={254}
        />
        <TextField
          name="password"
          label="Mot de passe"
          type="password"
          autocomplete="current-password"
          maxLength={128}
        />
        <Button isFull>Se connecter</Button>
      </Form>
      {hasPasskeys && (
        <ButtonLink
          href={`${door.paths.passkey}?${new URLSearchParams({ [nextField]: next })}`}
          look="quiet"
          isFull
        >
          Utiliser une clé d’accès
        </ButtonLink>
      )}
      <p class="small soft">
        Vous avez reçu une invitation, ou oublié votre mot de passe{'\u00A0'}? Demandez un code à
        votre administrateur, puis <a href={door.paths.invitation}>choisissez un mot de passe</a>.
      </p>
    </DoorFrame>
  )
}

/** The ask is null of who has no passkey. */
export function CodePage({ door, next, ask, faults }: Step & { readonly ask: object | null }) {
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
        <input type="hidden" name={nextField} value={next} />
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
          <input type="hidden" name={nextField} value={next} />
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
      isStaff={door.isStaff}
      {...(script !== undefined && { script })}
    >
      <p class="soft center">{door.name}</p>
      <div class="card stack">
        <h1>{title}</h1>
        {children}
      </div>
    </Frame>
  )
}
