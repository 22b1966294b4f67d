import { TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { errorAt } from '#web/http/refused.ts'
import { useDoorWords } from './words.ts'

/** The address of an account; without `faults`, it never shows an error. */
export function EmailField({
  email,
  faults = [],
}: {
  readonly email: string
  readonly faults?: readonly FieldFault[]
}) {
  return (
    <TextField
      name="email"
      label={useDoorWords().email}
      type="email"
      autocomplete="username"
      value={email}
      error={errorAt(faults, 'email')}
      maxLength={254}
    />
  )
}

/** A code from a mail; `held` says how long it is valid. */
export function CodeField({
  label,
  held,
  faults,
}: {
  readonly label: string
  readonly held: string
  readonly faults: readonly FieldFault[]
}) {
  return (
    <TextField
      name="code"
      label={label}
      hint={useDoorWords().codeHint(held)}
      autocomplete="off"
      error={errorAt(faults, 'code')}
      maxLength={32}
    />
  )
}
