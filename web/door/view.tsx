import { Button } from '#web/design/button.tsx'
import { TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { nextField } from '#web/http/session-guard.ts'
import { errorAt } from '#web/http/refused.ts'
import type { Door } from './door.ts'
import { DoorFrame } from './door-frame.tsx'

interface Step {
  readonly door: Door
  readonly next: string
  readonly faults: readonly FieldFault[]
}

export function LogInPage({ door, next, email, faults }: Step & { readonly email: string }) {
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
      <p class="small soft">
        Vous avez reçu une invitation, ou oublié votre mot de passe{'\u00A0'}? Demandez un code à
        votre administrateur, puis <a href={door.paths.invitation}>choisissez un mot de passe</a>.
      </p>
    </DoorFrame>
  )
}

export function CodePage({ door, next, faults }: Step) {
  return (
    <DoorFrame door={door} title="Code à usage unique">
      <Faults faults={faults} />
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
      <p class="small soft">
        <a href={door.paths.logIn}>Se connecter avec un autre compte</a>
      </p>
    </DoorFrame>
  )
}
