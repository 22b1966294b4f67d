import { decimalsOf } from '#domain/money/currency.ts'
import { type Money, parseAmount } from '#domain/money/money.ts'
import type { Operator } from '#domain/operators/operators.ts'
import {
  plainEnding,
  sandboxEndings,
  sandboxNumber,
  sandboxOperators,
  unrefundableEnding,
} from '#domain/sandbox/numbers.ts'
import { sandboxOutcomes } from '#domain/sandbox/outcomes.ts'
import type { Language } from '#domain/text/language.ts'
import { Choices } from '#web/design/choice.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { refuse } from '#web/errors/refusal.ts'
import type { Form } from '#web/http/form.ts'
import { logoOf } from '#web/payer/sale.ts'
import { amountTextOf } from '#web/payer/typed.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, usePortal } from '#web/portal/portal-page.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { mandatePageEnding, type SandboxCard, sandboxCards } from '#domain/sandbox/acquirer.ts'
import { More } from '#web/design/ask.tsx'
import { CopyButton, CopyText } from '#web/design/button.tsx'
import { useScope } from '#web/design/scope.ts'
import { type Column, Table } from '#web/design/table.tsx'
import { type SandboxWords, sandboxWords, useSandboxWords } from './words.tsx'

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
export function readPayment({ form, session, language }: PortalInput): AskedPayment {
  const { currency } = session.place
  const text = amountTextOf(form.text(paymentFields.amount), currency)
  const amount = parseAmount(text ?? '', currency)
  const operator = sandboxOperators.find(({ code }) => code === form.text(paymentFields.operator))
  const ending = endings.find((known) => known === form.text(paymentFields.ending))
  if (operator === undefined || ending === undefined) throw refuse('bad_request')
  if (!amount.ok) {
    const message = sandboxWords[language].payment.amountFault
    throw new FieldRefusal([{ field: paymentFields.amount, message }])
  }
  return { price: amount.value, operator, ending }
}

const endings: readonly string[] = paymentRows('fr').map(({ ending }) => ending)

/** What a payment by Mobile Money can be tried with: success first, last the number that cannot be refunded. */
function paymentRows(language: Language): readonly NumberRow[] {
  const { scenarios } = sandboxOutcomes[language]
  return [
    { ending: plainEnding, outcome: scenarios.succeeds },
    ...rowsOf('collection', language),
    { ending: unrefundableEnding, outcome: sandboxWords[language].numbers.unrefundable },
  ]
}

function endingOptions(language: Language): readonly (readonly [ending: string, label: string])[] {
  const { payment } = sandboxWords[language]
  return paymentRows(language).map(({ ending, outcome }) => [
    ending,
    ending === plainEnding ? outcome : payment.ending(ending, outcome),
  ])
}

/** Form for a test payment, which shows at once what a payment is. */
export function PaymentForm({
  form,
  faults,
}: {
  /** As it was sent, if it was refused. */
  readonly form: Form
  readonly faults: readonly FieldFault[]
}) {
  const { currency } = usePortal().place
  const { amount, operator, ending } = paymentFields
  const words = useSandboxWords().payment
  return (
    <WriteForm isTestTool action={paths.testPayment} faults={faults} button={words.create}>
      <TextField
        name={amount}
        label={words.amount}
        inputMode="decimal"
        unit={currency}
        value={form.text(amount) || (decimalsOf(currency) === 0 ? '1000' : '10')}
        error={errorAt(faults, amount)}
      />
      <Choices
        name={operator}
        label={words.operator}
        choices={operatorChoices}
        value={form.text(operator) || operatorChoices[0]?.value}
        error={errorAt(faults, operator)}
      />
      <SelectField
        name={ending}
        label={words.result}
        value={form.text(ending)}
        options={endingOptions(useScope().language)}
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
  const { numbers: words } = useSandboxWords()
  const { language } = useScope()
  const { scenarios } = sandboxOutcomes[language]
  return (
    <section class="card stack">
      <h2>{words.title}</h2>
      <p class="soft">{words.text}</p>
      <More title={words.collections} isOpen>
        <Numbers caption={words.collections} rows={paymentRows(language)} />
      </More>
      <More title={words.cards}>
        <Cards />
        <p class="soft">{words.cardsText}</p>
      </More>
      <More title={words.debits}>
        <p class="soft">{words.debitsText}</p>
        <Numbers
          caption={words.debits}
          rows={[{ ending: mandatePageEnding, outcome: scenarios.payer_confirms_mandate }]}
        />
      </More>
      <More title={words.payouts}>
        <Numbers caption={words.payouts} rows={rowsOf('payout', language)} />
      </More>
      <More title={words.refunds}>
        <p class="soft">{words.refundsText}</p>
        <Numbers caption={words.refunds} rows={rowsOf('refund', language)} />
      </More>
    </section>
  )
}

interface NumberRow {
  readonly ending: string
  readonly outcome: string
}

function rowsOf(
  type: Parameters<typeof sandboxEndings>[0],
  language: Language,
): readonly NumberRow[] {
  const { scenarios } = sandboxOutcomes[language]
  return sandboxEndings(type).map(({ ending, scenario }) => ({
    ending,
    outcome: scenarios[scenario],
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
    <Table
      caption={caption}
      columns={numberColumns(useSandboxWords().numbers)}
      rows={rows}
      keyOf={({ ending }) => ending}
    />
  )
}

const [firstOperator] = sandboxOperators

function numberColumns(words: SandboxWords['numbers']): readonly Column<NumberRow>[] {
  return [
    {
      title: words.result,
      cell: ({ ending, outcome }) => (
        <>
          <code>{ending}</code> <span class="soft small">{outcome}</span>
        </>
      ),
    },
    {
      title: words.toCopy,
      isNumber: true,
      cell: ({ ending }) => {
        const number = firstOperator ? sandboxNumber(firstOperator, ending) : ending
        return (
          <CopyText text={number} label={words.copy}>
            {number}
          </CopyText>
        )
      },
    },
  ]
}

function Cards() {
  const { numbers: words } = useSandboxWords()
  const { cards } = sandboxOutcomes[useScope().language]
  const columns: readonly Column<SandboxCard>[] = [
    { title: words.result, cell: ({ number }) => cards[number] },
    {
      title: words.toCopy,
      cell: ({ number }) => (
        <CopyButton text={number}>{number.replaceAll(/(.{4})(?=.)/g, '$1\u00A0')}</CopyButton>
      ),
    },
  ]
  return (
    <Table
      caption={words.cardsCaption}
      columns={columns}
      rows={sandboxCards}
      keyOf={({ number }) => number}
    />
  )
}
