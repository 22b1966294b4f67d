import { decimalsOf } from '#domain/money/currency.ts'
import { type Money, parseAmount } from '#domain/money/money.ts'
import type { Operator } from '#domain/operators/operators.ts'
import {
  plainEnding,
  sandboxEndings,
  sandboxOperators,
  sandboxOutcomes,
} from '#domain/sandbox/numbers.ts'
import type { Place } from '#use-cases/merchants/list-places.ts'
import { Choices } from '#web/design/choice.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { refuse } from '#web/errors/refusal.ts'
import type { Form } from '#web/http/form.ts'
import { logoOf } from '#web/payer/logos.ts'
import { amountTextOf } from '#web/payer/typed.ts'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { WriteForm } from '#web/portal/write-form.tsx'

export const paymentFields = {
  amount: 'montant',
  operator: 'operateur',
  ending: 'numero',
} as const

/** A test payment as it is asked for. */
export interface AskedPayment {
  readonly price: Money
  readonly operator: Operator
  readonly ending: string
}

/** Refusals: FieldRefusal, and bad_request for what no form says. */
export function readPayment(form: Form, { currency }: Pick<Place, 'currency'>): AskedPayment {
  const text = amountTextOf(form.text(paymentFields.amount), currency)
  const amount = parseAmount(text ?? '', currency)
  const operator = sandboxOperators.find(({ code }) => code === form.text(paymentFields.operator))
  const ending = endings.find(([known]) => known === form.text(paymentFields.ending))?.[0]
  if (operator === undefined || ending === undefined) throw refuse('bad_request')
  if (!amount.ok) {
    throw new FieldRefusal([
      { field: paymentFields.amount, message: 'Écrivez un montant plus grand que zéro.' },
    ])
  }
  return { price: amount.value, operator, ending }
}

const endings: readonly (readonly [ending: string, label: string])[] = [
  [plainEnding, sandboxOutcomes.succeeds],
  ...sandboxEndings('collection').map(
    ({ ending, scenario }) => [ending, `${ending}\u00A0: ${sandboxOutcomes[scenario]}`] as const,
  ),
]

/** Asks for a payment that shows at once what a payment is. */
export function PaymentForm({
  portal,
  form,
  faults,
}: {
  readonly portal: Portal
  /** As it was sent, where it came back. */
  readonly form: Form
  readonly faults: readonly FieldFault[]
}) {
  const { currency } = portal.place
  const { amount, operator, ending } = paymentFields
  return (
    <WriteForm
      isTestTool
      portal={portal}
      action={paths.testPayment}
      faults={faults}
      button="Créer le paiement"
    >
      <TextField
        name={amount}
        label="Montant"
        inputMode="decimal"
        unit={currency}
        value={form.text(amount) || (decimalsOf(currency) === 0 ? '1000' : '10')}
        error={errorAt(faults, amount)}
      />
      <Choices
        name={operator}
        label="Opérateur"
        choices={operatorChoices}
        value={form.text(operator) || operatorChoices[0]?.value}
        error={errorAt(faults, operator)}
      />
      <SelectField
        name={ending}
        label="Ce qui arrive"
        value={form.text(ending)}
        options={endings}
      />
    </WriteForm>
  )
}

const operatorChoices = sandboxOperators.map(({ code, name }) => ({
  value: code,
  label: name,
  drawing: logoOf(code),
}))
