import type { CustomField } from '#domain/payment-links/custom-fields.ts'
import { Button } from '#web/design/button.tsx'
import { type Choice, Choices } from '#web/design/choice.tsx'
import { PhoneField, TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault } from '#web/design/form.tsx'
import { moneyText } from '#web/design/money.tsx'
import { currencyOf } from '#domain/money/currency.ts'
import type { Language } from '#domain/text/language.ts'
import { unitText } from '#domain/text/text.ts'
import { useScope } from '#web/design/scope.ts'
import type { OpenMethod } from '#use-cases/pricing/open-methods.ts'
import type { Form } from '#web/http/form.ts'
import { payPath } from './find.ts'
import { areDifferent, limitsText } from './limits.ts'
import { logoOf, type Sale } from './sale.ts'
import { commonTotal, payLabel, totalOf, Totals } from './totals.tsx'
import {
  cardFields,
  cardWay,
  countryCode,
  fields,
  questionField,
  type Typed,
  type TypedCard,
} from './typed.ts'
import { payerWords, usePayerWords } from './words.ts'

export interface PayFormProps {
  readonly sale: Sale
  readonly typed: Typed
  readonly faults: readonly FieldFault[]
}

/** How much, from which number, with which operator: one page, one button that shows the total. */
export function PayForm({ sale, typed, faults }: PayFormProps) {
  const { payable, bill } = sale
  const path = payPath(payable)
  const common = commonTotal(bill)
  const isCard = typed.way === 'card'
  const query = isCard ? `${fields.way}=${cardWay}` : ''
  const { language } = useScope()
  const words = usePayerWords().pay
  const errorOf = (name: string) => faults.find(({ field }) => field === name)?.message
  return (
    <form
      class="card stack"
      action={path}
      method="post"
      data-pay={`${path}/total?${query}`}
      data-go-on={words.goOn}
    >
      <Faults faults={faults} />
      {payable.price === null && <AmountField {...{ sale, typed, errorOf }} />}
      {isCard ? (
        common && <CardFields errorOf={errorOf} />
      ) : (
        <MobileMoneyFields {...{ sale, typed, errorOf }} />
      )}
      <PayerFields {...{ sale, typed, errorOf }} />
      <div id="totaux" aria-live="polite">
        <Totals bill={bill} />
      </div>
      <p class="away small" role="alert" hidden>
        {words.away}
      </p>
      <Button isFull icon="lock">
        {common ? payLabel(common, language) : words.goOn}
      </Button>
      <input type="hidden" name={fields.way} value={isCard ? cardWay : ''} />
      <input type="hidden" name={fields.key} value={typed.key} />
      <input type="hidden" name={fields.total} value={common && totalOf(common)} />
    </form>
  )
}

function MobileMoneyFields({ sale, typed, errorOf }: PartProps & { readonly sale: Sale }) {
  const [first, ...others] = sale.methods
  const only = others.length === 0 ? first?.operator.code : ''
  const { language } = useScope()
  const words = payerWords[language].form
  return (
    <>
      <PhoneField
        name={fields.phone}
        label={words.phone}
        countryCode={countryCode}
        example="01 97 00 00 00"
        value={typed.phone}
        error={errorOf(fields.phone)}
      />
      <Choices
        name={fields.provider}
        label={words.operator}
        choices={sale.methods.map((method) => choiceOf(method, sale, language))}
        value={typed.provider || only}
        error={errorOf(fields.provider)}
        isOptional
      />
    </>
  )
}

interface PartProps {
  readonly typed: Typed
  readonly errorOf: (name: string) => string | undefined
}

function AmountField({ sale, typed, errorOf }: PartProps & { readonly sale: Sale }) {
  const { decimals } = currencyOf(sale.payable.currency)
  const { language } = useScope()
  return (
    <TextField
      name={fields.amount}
      label={payerWords[language].form.amount}
      unit={unitText(sale.payable.currency, language)}
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autocomplete="off"
      maxLength={20}
      hint={limitsText(sale.bill.limits, language)}
      value={typed.amount}
      error={errorOf(fields.amount)}
    />
  )
}

function choiceOf(method: OpenMethod, sale: Sale, language: Language): Choice {
  const { operator } = method
  const note = noteOf(method, sale, language)
  return {
    value: operator.code,
    label: operator.name,
    ...(note !== undefined && { note }),
    drawing: logoOf(operator.code),
    prefixes: operator.phone?.prefixes ?? [],
  }
}

/** If operators have different prices or limits, each shows its own before it is chosen. */
function noteOf(
  { operator, limits }: OpenMethod,
  { bill, methods }: Sale,
  language: Language,
): string | undefined {
  if (bill.price === null) {
    return areDifferent(methods) ? limitsText(limits.shown, language) : undefined
  }
  const priced = bill.methods.find((method) => method.operator.code === operator.code)
  if (priced === undefined || commonTotal(bill) !== undefined) return undefined
  const { totalOf: total } = payerWords[language].form
  return total(moneyText(priced.offer.pricing.amountCharged, language))
}

/** Who pays, and the merchant's own questions. */
function PayerFields({ sale: { payable }, typed, errorOf }: PartProps & { readonly sale: Sale }) {
  return (
    <>
      {payable.isCustomerRequired && <CustomerFields {...{ payable, typed, errorOf }} />}
      {payable.customFields.map((field) => (
        <Question key={field.key} {...{ field, typed, errorOf }} />
      ))}
    </>
  )
}

function CustomerFields({ payable, typed, errorOf }: PartProps & Pick<Sale, 'payable'>) {
  const words = usePayerWords().form
  return (
    <>
      <TextField
        name={fields.name}
        label={words.name}
        autocomplete="name"
        maxLength={255}
        value={typed.name}
        error={errorOf(fields.name)}
      />
      <TextField
        name={fields.email}
        label={words.email}
        type="email"
        inputMode="email"
        autocomplete="email"
        isOptional={!payable.isEmailRequired}
        maxLength={254}
        value={typed.email}
        error={errorOf(fields.email)}
      />
    </>
  )
}

const questionShapes = {
  text: {},
  number: { inputMode: 'decimal' },
  date: { type: 'date' },
} as const

function Question({ field, typed, errorOf }: PartProps & { readonly field: CustomField }) {
  const name = questionField(field)
  return (
    <TextField
      name={name}
      label={field.label}
      isOptional={!field.required}
      maxLength={500}
      value={typed.answers[field.key] ?? ''}
      error={errorOf(name)}
      {...questionShapes[field.type]}
    />
  )
}

const expiryShape = /^(\d{1,2})\D{0,3}(\d{2}|\d{4})$/

/** Spaces are for reading; a year in two digits is of this century. Unreadable input becomes 0, which no card has. */
export function readCard(form: Form): TypedCard {
  const [, month = '0', year = '0'] = expiryShape.exec(form.secret(cardFields.expiry).trim()) ?? []
  return {
    number: form.secret(cardFields.number).replaceAll(/[\s-]/g, ''),
    exp_month: Number(month),
    exp_year: Number(year.length === 2 ? `20${year}` : year),
    cvc: form.secret(cardFields.cvc).trim(),
  }
}

/** Always empty: a card must be typed again if the form is shown again. */
function CardFields({ errorOf }: { readonly errorOf: (name: string) => string | undefined }) {
  const words = usePayerWords().form
  return (
    <>
      <TextField
        name={cardFields.number}
        label={words.cardNumber}
        example="0000 0000 0000 0000"
        inputMode="numeric"
        autocomplete="cc-number"
        maxLength={23}
        error={errorOf(cardFields.number)}
      />
      <div class="pair">
        <TextField
          name={cardFields.expiry}
          label={words.cardExpiry}
          example={words.cardExpiryExample}
          inputMode="numeric"
          autocomplete="cc-exp"
          maxLength={9}
          error={errorOf(cardFields.expiry)}
        />
        <TextField
          name={cardFields.cvc}
          label={words.cardCode}
          hint={words.cardCodeHint}
          example="123"
          inputMode="numeric"
          autocomplete="cc-csc"
          maxLength={4}
          error={errorOf(cardFields.cvc)}
        />
      </div>
    </>
  )
}
