import { TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import type { Form } from '#web/http/form.ts'
import type { Language } from '#domain/text/language.ts'
import { errorAt } from '#web/http/refused.ts'
import { doorWords, useDoorWords } from './words.ts'

/** A new password, typed twice. */
export function NewPasswordFields({ faults }: { readonly faults: readonly FieldFault[] }) {
  const words = useDoorWords().newPassword
  return (
    <>
      <TextField
        name="next"
        label={words.label}
        hint={words.hint}
        type="password"
        autocomplete="new-password"
        error={errorAt(faults, 'next')}
        maxLength={128}
      />
      <TextField
        name="again"
        label={words.again}
        type="password"
        autocomplete="new-password"
        error={errorAt(faults, 'again')}
        maxLength={128}
      />
    </>
  )
}

/** The error if the two differ. */
export function passwordsDiffer(
  form: Pick<Form, 'secret'>,
  language: Language,
): FieldFault | undefined {
  if (form.secret('next') === form.secret('again')) return undefined
  return { field: 'again', message: doorWords[language].newPassword.differ }
}
