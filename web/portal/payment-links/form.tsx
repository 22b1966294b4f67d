import type { CurrencyCode } from '#domain/money/currency.ts'
import { currencyName } from '#domain/money/currency-name.ts'
import { More } from '#web/design/ask.tsx'
import { type Choice, Choices } from '#web/design/choice.tsx'
import { LinesField, SelectField, TextField, TickField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { useScope } from '#web/design/scope.ts'
import { errorAt } from '#web/http/refused.ts'
import { WriteForm, type WriteFormProps } from '#web/portal/write-form.tsx'
import { customFieldsMax } from '#domain/payment-links/custom-fields.ts'
import type { PaymentLinkWords } from './french.tsx'
import {
  fields,
  questionFields,
  questionTypes,
  type TypedLink,
  type TypedQuestion,
} from './typed.ts'
import { usePaymentLinkWords } from './words.ts'

export interface LinkFormProps extends Pick<WriteFormProps, 'action' | 'button' | 'seen'> {
  readonly typed: TypedLink
  readonly faults: readonly FieldFault[]
  /** Currencies a new link may have; empty if the link already has its own. */
  readonly currencies: readonly CurrencyCode[]
}

/** Everything a merchant sets on a link. */
export function LinkForm({ typed, faults, currencies, ...form }: LinkFormProps) {
  const { form: words, known } = usePaymentLinkWords()
  const at = (name: string) => ({ name, error: errorAt(faults, name) })
  return (
    <WriteForm {...form} faults={faults}>
      <TextField
        {...at(fields.title)}
        label={known.title}
        hint={words.titleHint}
        example={words.titleExample}
        value={typed.title}
        maxLength={120}
      />
      <Price typed={typed} faults={faults} currencies={currencies} />
      <LinesField
        {...at(fields.description)}
        label={known.description}
        value={typed.description}
        maxLength={1000}
        isOptional
      />
      <Rules typed={typed} faults={faults} />
      <Questions typed={typed} faults={faults} />
      <Afterwards typed={typed} faults={faults} />
    </WriteForm>
  )
}

type PartProps = Pick<LinkFormProps, 'typed' | 'faults'>

/** How often, until when and by whom it is paid: most links are paid by anybody, for good. */
function Rules({ typed, faults }: PartProps) {
  const words = usePaymentLinkWords().form
  const { uses, until, isEmailOptional } = typed
  const isUsed = uses !== 'plusieurs' || until !== '' || isEmailOptional
  const isWrong = [fields.uses, fields.count, fields.until].some((name) => errorAt(faults, name))
  return (
    <More title={words.rules} isOpen={isUsed || isWrong}>
      <div class="stack">
        <Uses typed={typed} faults={faults} />
        <TextField
          name={fields.until}
          error={errorAt(faults, fields.until)}
          label={words.until}
          hint={words.untilHint}
          type="date"
          value={until}
          isOptional
        />
        <TickField
          name={fields.emailOptional}
          label={words.emailOptional}
          isTicked={isEmailOptional}
        />
      </div>
    </More>
  )
}

/** How many payments it takes. */
function Uses({ typed, faults }: PartProps) {
  const words = usePaymentLinkWords().form
  return (
    <div class="either stack">
      <Choices
        name={fields.uses}
        label={words.howMany}
        choices={usesOf(words)}
        value={typed.uses}
      />
      <div class="third">
        <TextField
          name={fields.count}
          error={errorAt(faults, fields.count)}
          label={words.paymentsMost}
          inputMode="numeric"
          value={typed.count}
          isFilter
        />
      </div>
    </div>
  )
}

type FormWords = PaymentLinkWords['form']

function usesOf(words: FormWords): readonly Choice[] {
  return [
    { value: 'plusieurs', label: words.unlimited, note: words.unlimitedNote },
    { value: 'unique', label: words.once, note: words.onceNote },
    { value: 'limite', label: words.limited, note: words.limitedNote },
  ]
}

function Price({ typed, faults, currencies }: PartProps & Pick<LinkFormProps, 'currencies'>) {
  const words = usePaymentLinkWords().form
  const { language } = useScope()
  const at = (name: string) => ({ name, error: errorAt(faults, name), isFilter: true })
  const isChosen = currencies.length > 0
  const amount = { inputMode: 'decimal', ...(!isChosen && { unit: typed.currency }) } as const
  return (
    <div class="either stack">
      <Choices
        name={fields.priceKind}
        label={words.thePrice}
        choices={pricesOf(words)}
        value={typed.priceKind}
      />
      <div class="first">
        <TextField {...at(fields.amount)} {...amount} label={words.amount} value={typed.amount} />
      </div>
      <div class="second pair">
        <TextField
          {...at(fields.minimum)}
          {...amount}
          label={words.least}
          value={typed.minimum}
          isOptional
        />
        <TextField
          {...at(fields.maximum)}
          {...amount}
          label={words.most}
          value={typed.maximum}
          isOptional
        />
      </div>
      {isChosen && (
        <SelectField
          {...at(fields.currency)}
          label={words.currency}
          hint={words.currencyHint}
          value={typed.currency}
          options={currencies.map((code) => [code, `${currencyName(code, language)} (${code})`])}
        />
      )}
    </div>
  )
}

function pricesOf(words: FormWords): readonly Choice[] {
  return [
    { value: 'fixe', label: words.fixed, note: words.fixedNote },
    { value: 'libre', label: words.free, note: words.freeNote },
  ]
}

function Afterwards({ typed, faults }: PartProps) {
  const { form: words, known } = usePaymentLinkWords()
  const { message, redirectUrl, metadata } = typed
  const at = (name: string) => ({ name, error: errorAt(faults, name), isOptional: true })
  const isUsed = [message, redirectUrl, metadata].some((text) => text !== '')
  return (
    <More title={words.afterwards} isOpen={isUsed}>
      <div class="stack">
        <LinesField {...at(fields.message)} label={words.thanks} value={message} maxLength={500} />
        <TextField
          {...at(fields.redirectUrl)}
          label={words.goBack}
          type="url"
          example={words.goBackExample}
          value={redirectUrl}
          maxLength={2048}
        />
        <LinesField
          {...at(fields.metadata)}
          label={known.metadata}
          hint={words.metadataHint}
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
  const words = usePaymentLinkWords().questions
  const places = Math.min(questions.length + blanks, customFieldsMax)
  const isWrong = faults.some(({ field }) => field?.startsWith('question_'))
  return (
    <More title={words.title} isOpen={isWrong || questions.length > 0}>
      <div class="stack">
        <p class="soft">{words.text}</p>
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
  const words = usePaymentLinkWords().questions
  const names = questionFields(at)
  return (
    <div class="card stack">
      <input type="hidden" name={names.key} value={question.key} />
      <TextField
        name={names.label}
        label={words.question(at + 1)}
        value={question.label}
        error={errorAt(faults, names.label)}
        maxLength={80}
        isFilter
      />
      <SelectField
        name={names.type}
        label={words.answer(at + 1)}
        value={question.type}
        options={questionTypes.map((type) => [type, words.types[type]])}
      />
      <TickField name={names.required} label={words.required} isTicked={question.isRequired} />
    </div>
  )
}
