import { Ask } from '#web/design/ask.tsx'
import { TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { errorAt } from '#web/http/refused.ts'
import { usePaymentLinkWords } from './words.ts'
import { WriteForm, type WriteFormProps } from '#web/portal/write-form.tsx'

export const wordField = 'mot'

/** The form for a short address. */
export function WordForm({
  typed,
  faults,
  ...form
}: Pick<WriteFormProps, 'action'> & {
  readonly typed: string
  /** Null if nothing was tried. */
  readonly faults: readonly FieldFault[] | null
}) {
  const words = usePaymentLinkWords().word
  return (
    <Ask button={words.choose} isOpen={faults !== null}>
      <p>{words.chooseText}</p>
      <WriteForm {...form} faults={faults ?? []} button={words.take}>
        <TextField
          name={wordField}
          label={words.label}
          example={words.example}
          autocomplete="off"
          value={typed}
          error={errorAt(faults ?? [], wordField)}
          maxLength={60}
        />
      </WriteForm>
    </Ask>
  )
}
