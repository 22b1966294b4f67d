import { decimalsOf } from '#domain/money/currency.ts'
import { type Money, parseAmount } from '#domain/money/money.ts'
import type { Operator } from '#domain/operators/operators.ts'
import {
  plainEnding,
  sandboxEndings,
  sandboxNumber,
  sandboxOperators,
  sandboxOutcomes,
} from '#domain/sandbox/numbers.ts'
import type { Place } from '#use-cases/merchants/list-places.ts'
import { Choices } from '#web/design/choice.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { refuse } from '#web/errors/refusal.ts'
import type { Form } from '#web/http/form.ts'
import { logoOf } from '#web/payer/sale.ts'
import { amountTextOf } from '#web/payer/typed.ts'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { mandatePageEnding, type SandboxCard, sandboxCards } from '#domain/sandbox/acquirer.ts'
import { More } from '#web/design/ask.tsx'
import { CopyButton } from '#web/design/button.tsx'
import { type Column, Table } from '#web/design/table.tsx'

export const paymentFields = {
  amount: 'montant',
  operator: 'operateur',
  ending: 'numero',
} as const

/** A requested test payment. */
interface AskedPayment {
  readonly price: Money
  readonly operator: Operator
  readonly ending: string
}

/** Throws FieldRefusal, and bad_request for values that no form sends. */
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

/** Form for a test payment, which shows at once what a payment is. */
export function PaymentForm({
  portal,
  form,
  faults,
}: {
  readonly portal: Portal
  /** As it was sent, if it was refused. */
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
        label="Résultat à simuler"
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

/** The numbers and cards with a known outcome, from the sandbox's own list. */
export function MagicNumbers() {
  return (
    <section class="card stack">
      <h2>Numéros et cartes de test</h2>
      <p class="soft">
        Les quatre derniers chiffres du numéro décident, chez tous les opérateurs. Toute autre fin
        réussit.
      </p>
      <More title="Paiements par Mobile Money" isOpen>
        <Numbers caption="Paiements par Mobile Money" rows={[plain, ...rowsOf('collection')]} />
      </More>
      <More title="Cartes">
        <Table
          caption="Cartes de test"
          columns={cardColumns}
          rows={sandboxCards}
          keyOf={({ number }) => number}
        />
        <p class="soft">
          Toute autre carte valable réussit. L’expiration et le code peuvent être quelconques.
        </p>
      </More>
      <More title="Prélèvements">
        <p class="soft">Comme les paiements par Mobile Money, et de plus{'\u00A0'}:</p>
        <Numbers caption="Prélèvements" rows={[mandate]} />
      </More>
      <More title="Retraits">
        <Numbers caption="Retraits" rows={rowsOf('payout')} />
      </More>
      <More title="Remboursements">
        <p class="soft">Le numéro est celui qui a payé.</p>
        <Numbers caption="Remboursements" rows={rowsOf('refund')} />
      </More>
    </section>
  )
}

interface NumberRow {
  readonly ending: string
  readonly outcome: string
}

const plain: NumberRow = { ending: plainEnding, outcome: sandboxOutcomes.succeeds }
const mandate: NumberRow = {
  ending: mandatePageEnding,
  outcome: sandboxOutcomes.payer_confirms_mandate,
}

function rowsOf(type: Parameters<typeof sandboxEndings>[0]): readonly NumberRow[] {
  return sandboxEndings(type).map(({ ending, scenario }) => ({
    ending,
    outcome: sandboxOutcomes[scenario],
  }))
}

function Numbers({
  caption,
  rows,
}: {
  readonly caption: string
  readonly rows: readonly NumberRow[]
}) {
  return (
    <Table caption={caption} columns={numberColumns} rows={rows} keyOf={({ ending }) => ending} />
  )
}

const [firstOperator] = sandboxOperators

const numberColumns: readonly Column<NumberRow>[] = [
  { title: 'Fin', cell: ({ ending }) => <code>{ending}</code> },
  { title: 'Résultat à simuler', cell: ({ outcome }) => outcome },
  {
    title: 'Numéro à copier',
    cell: ({ ending }) => {
      const number = firstOperator ? sandboxNumber(firstOperator, ending) : ending
      return <CopyButton text={number}>{number}</CopyButton>
    },
  },
]

const cardColumns: readonly Column<SandboxCard>[] = [
  { title: 'Résultat à simuler', cell: ({ outcome }) => outcome },
  {
    title: 'Numéro à copier',
    cell: ({ number }) => (
      <CopyButton text={number}>{number.replaceAll(/(.{4})(?=.)/g, '$1\u00A0')}</CopyButton>
    ),
  },
]
