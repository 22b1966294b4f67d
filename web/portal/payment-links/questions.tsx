import { customFieldsMax } from '#domain/payment-links/custom-fields.ts'
import { More } from '#web/design/ask.tsx'
import { SelectField, TextField, TickField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { errorAt } from '#web/http/refused.ts'
import { questionFields, questionTypes, type TypedLink, type TypedQuestion } from './typed.ts'

interface QuestionsProps {
  readonly typed: TypedLink
  readonly faults: readonly FieldFault[]
}

/** Blank places for more, wherever there may be. */
const blanks = 2
const blank: TypedQuestion = { key: '', label: '', type: 'text', isRequired: false }

/** What the payer is asked besides. */
export function Questions({ typed: { questions }, faults }: QuestionsProps) {
  const places = Math.min(questions.length + blanks, customFieldsMax)
  const isWrong = faults.some(({ field }) => field?.startsWith('question_'))
  return (
    <More title="Questions au payeur" isOpen={isWrong || questions.length > 0}>
      <div class="stack">
        <p class="soft">
          Ses réponses accompagnent le paiement. Une question sans texte n’est pas posée.
        </p>
        {Array.from({ length: places }, (_, at) => (
          <Question key={at} at={at} question={questions[at] ?? blank} faults={faults} />
        ))}
      </div>
    </More>
  )
}

function Question({
  at,
  question,
  faults,
}: Pick<QuestionsProps, 'faults'> & {
  readonly at: number
  readonly question: TypedQuestion
}) {
  const names = questionFields(at)
  return (
    <div class="card stack">
      <input type="hidden" name={names.key} value={question.key} />
      <TextField
        name={names.label}
        label={`Question ${at + 1}`}
        value={question.label}
        error={errorAt(faults, names.label)}
        maxLength={80}
        isFilter
      />
      <SelectField
        name={names.type}
        label={`Réponse ${at + 1}`}
        value={question.type}
        options={questionTypes}
      />
      <TickField name={names.required} label="Réponse obligatoire" isTicked={question.isRequired} />
    </div>
  )
}
