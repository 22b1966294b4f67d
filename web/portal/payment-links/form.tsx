import { type CurrencyCode, currencyOf } from '#domain/money/currency.ts'
import { More } from '#web/design/ask.tsx'
import { type Choice, Choices } from '#web/design/choice.tsx'
import { LinesField, SelectField, TextField, TickField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { errorAt } from '#web/http/refused.ts'
import { WriteForm, type WriteFormProps } from '#web/portal/write-form.tsx'
import { customFieldsMax } from '#domain/payment-links/custom-fields.ts'
import {
  fields,
  questionFields,
  questionTypes,
  type TypedLink,
  type TypedQuestion,
} from './typed.ts'

export interface LinkFormProps extends Pick<WriteFormProps, 'portal' | 'action' | 'button'> {
  readonly typed: TypedLink
  readonly faults: readonly FieldFault[]
  /** Currencies a new link may have; empty if the link already has its own. */
  readonly currencies: readonly CurrencyCode[]
}

/** Everything a merchant sets on a link. */
export function LinkForm({ typed, faults, currencies, ...form }: LinkFormProps) {
  const at = (name: string) => ({ name, error: errorAt(faults, name) })
  return (
    <WriteForm {...form} faults={faults}>
      <TextField
        {...at(fields.title)}
        label="Titre"
        hint="Ce que voient vos clients."
        example="Panier découverte"
        value={typed.title}
        maxLength={120}
      />
      <Price typed={typed} faults={faults} currencies={currencies} />
      <div class="either stack">
        <Choices
          name={fields.uses}
          label="Combien de paiements&nbsp;?"
          choices={usesChoices}
          value={typed.uses}
        />
        <div class="third">
          <TextField
            {...at(fields.count)}
            label="Paiements au plus"
            inputMode="numeric"
            value={typed.count}
            isFilter
          />
        </div>
      </div>
      <TextField
        {...at(fields.until)}
        label="Valable jusqu’au"
        hint="Ce jour compris. Sans date, le lien n’expire pas."
        type="date"
        value={typed.until}
        isOptional
      />
      <LinesField
        {...at(fields.description)}
        label="Description"
        value={typed.description}
        maxLength={1000}
        isOptional
      />
      <Questions typed={typed} faults={faults} />
      <Afterwards typed={typed} faults={faults} />
    </WriteForm>
  )
}

const usesChoices: readonly Choice[] = [
  { value: 'plusieurs', label: 'Illimité', note: 'Une affiche, une page, un don' },
  { value: 'unique', label: 'Un seul', note: 'Une facture, une commande' },
  { value: 'limite', label: 'Un nombre limité', note: 'Des places, un stock' },
]

type PartProps = Pick<LinkFormProps, 'typed' | 'faults'>

function Price({ typed, faults, currencies }: PartProps & Pick<LinkFormProps, 'currencies'>) {
  const at = (name: string) => ({ name, error: errorAt(faults, name), isFilter: true })
  const isChosen = currencies.length > 0
  const amount = { inputMode: 'decimal', ...(!isChosen && { unit: typed.currency }) } as const
  return (
    <div class="either stack">
      <Choices
        name={fields.priceKind}
        label="Le prix"
        choices={priceChoices}
        value={typed.priceKind}
      />
      <div class="first">
        <TextField {...at(fields.amount)} {...amount} label="Montant" value={typed.amount} />
      </div>
      <div class="second pair">
        <TextField
          {...at(fields.minimum)}
          {...amount}
          label="Au moins"
          value={typed.minimum}
          isOptional
        />
        <TextField
          {...at(fields.maximum)}
          {...amount}
          label="Au plus"
          value={typed.maximum}
          isOptional
        />
      </div>
      {isChosen && (
        <SelectField
          {...at(fields.currency)}
          label="Devise"
          hint="Elle ne change plus ensuite."
          value={typed.currency}
          options={currencies.map((code) => [code, `${currencyOf(code).name} (${code})`])}
        />
      )}
    </div>
  )
}

const priceChoices: readonly Choice[] = [
  { value: 'fixe', label: 'Montant fixe', note: 'Le même pour tous' },
  { value: 'libre', label: 'Montant libre', note: 'Le payeur choisit' },
]

function Afterwards({ typed, faults }: PartProps) {
  const { message, redirectUrl, metadata } = typed
  const at = (name: string) => ({ name, error: errorAt(faults, name), isOptional: true })
  const isUsed = [message, redirectUrl, metadata].some((text) => text !== '')
  return (
    <More title="Après le paiement, métadonnées" isOpen={isUsed}>
      <div class="stack">
        <LinesField
          {...at(fields.message)}
          label="Message de remerciement"
          value={message}
          maxLength={500}
        />
        <TextField
          {...at(fields.redirectUrl)}
          label="Bouton de retour vers votre site"
          type="url"
          example="https://boutique.example/merci"
          value={redirectUrl}
          maxLength={2048}
        />
        <LinesField
          {...at(fields.metadata)}
          label="Métadonnées"
          hint="Pour votre serveur, une ligne chacune : commande = A-17"
          value={metadata}
        />
      </div>
    </More>
  )
}

interface QuestionsProps {
  readonly typed: TypedLink
  readonly faults: readonly FieldFault[]
}

/** Empty rows offered for more questions, up to the maximum. */
const blanks = 2
const blank: TypedQuestion = { key: '', label: '', type: 'text', isRequired: false }

/** Additional questions for the payer. */
function Questions({ typed: { questions }, faults }: QuestionsProps) {
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
