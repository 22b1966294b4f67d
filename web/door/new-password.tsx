import { TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import type { Form } from '#web/http/form.ts'
import { errorAt } from '#web/http/refused.ts'

/** A password that is chosen, typed twice. */
export function NewPasswordFields({ faults }: { readonly faults: readonly FieldFault[] }) {
  return (
    <>
      <TextField
        name="next"
        label="Nouveau mot de passe"
        hint={`12 caractères au moins\u00A0: une phrase que vous retenez convient.`}
        type="password"
        autocomplete="new-password"
        error={errorAt(faults, 'next')}
        maxLength={128}
      />
      <TextField
        name="again"
        label="Encore une fois"
        type="password"
        autocomplete="new-password"
        error={errorAt(faults, 'again')}
        maxLength={128}
      />
    </>
  )
}

/** What is wrong where the two are not the same. */
export function passwordsDiffer(form: Pick<Form, 'secret'>): FieldFault | undefined {
  if (form.secret('next') === form.secret('again')) return undefined
  return {
    field: 'again',
    message: 'Les deux saisies diffèrent. Écrivez deux fois le même mot de passe.',
  }
}
