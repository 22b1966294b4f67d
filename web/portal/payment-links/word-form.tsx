import { Ask } from '#web/design/ask.tsx'
import { TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { errorAt } from '#web/http/refused.ts'
import { WriteForm, type WriteFormProps } from '#web/portal/write-form.tsx'

export const wordField = 'mot'

/** The form for a short address. */
export function WordForm({
  typed,
  faults,
  ...form
}: Pick<WriteFormProps, 'portal' | 'action'> & {
  readonly typed: string
  /** Null if nothing was tried. */
  readonly faults: readonly FieldFault[] | null
}) {
  return (
    <Ask button="Choisir une adresse courte" isOpen={faults !== null}>
      <p>
        Elle est plus facile à lire et à dicter. Choisissez-la bien{'\u00A0'}: elle ne change plus.
      </p>
      <WriteForm {...form} faults={faults ?? []} button="Prendre cette adresse">
        <TextField
          name={wordField}
          label="Le mot après /p/"
          example="panier-decouverte"
          autocomplete="off"
          value={typed}
          error={errorAt(faults ?? [], wordField)}
          maxLength={60}
        />
      </WriteForm>
    </Ask>
  )
}
