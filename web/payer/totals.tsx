import type { PricedMethod } from '#use-cases/payment-links/methods.ts'
import { type Fact, Facts } from '#web/design/facts.tsx'
import { Icon } from '#web/design/icon.tsx'
import { Amount, moneyText } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import type { Language } from '#domain/text/language.ts'
import type { PayerWords } from './french.tsx'
import { amountFault } from './limits.ts'
import type { Bill } from './sale.ts'
import { payerWords, usePayerWords } from './words.ts'

/** What the payer agreed to: sent back with the form, and compared with what would be charged then. */
export function totalOf({ offer }: Pick<PricedMethod, 'offer'>): string {
  const { minor, currency } = offer.pricing.amountCharged
  return `${currency}${minor}`
}

/** The total, if all methods have the same; otherwise undefined. */
export function commonTotal({ methods }: Bill): PricedMethod | undefined {
  const [first, ...others] = methods
  const isCommon = first && others.every((method) => totalOf(method) === totalOf(first))
  return isCommon ? first : undefined
}

/** The button's label once the total is known. */
export function payLabel({ offer }: PricedMethod, language: Language): string {
  return payerWords[language].pay.payTotal(moneyText(offer.pricing.amountCharged, language))
}

/**
 * Price, fees and total: once where all methods charge the same, else those of the chosen one, which the script shows.
 */
export function Totals({ bill }: { readonly bill: Bill }) {
  const { language } = useScope()
  if (bill.isAmountRefused) {
    return (
      <p class="error" role="status">
        <Icon name="alert" />
        <span>{amountFault(bill.limits, language)}</span>
      </p>
    )
  }
  const common = commonTotal(bill)
  if (common) return <Total method={common} name="tous" />
  return (
    <>
      {bill.methods.map((method) => (
        <Total key={method.operator.code} method={method} name={method.operator.code} isHidden />
      ))}
    </>
  )
}

function Total({
  method,
  name,
  isHidden,
}: {
  readonly method: PricedMethod
  readonly name: string
  readonly isHidden?: boolean
}) {
  const { language } = useScope()
  return (
    <div
      data-method={name}
      data-total={totalOf(method)}
      data-label={payLabel(method, language)}
      hidden={isHidden}
    >
      <Facts facts={totalFacts(method, usePayerWords())} />
    </div>
  )
}

/** In the currency that the service displays, and what the operator debits if that is in another one. */
export function totalFacts(
  { offer }: Pick<PricedMethod, 'offer'>,
  { amounts: words }: Pick<PayerWords, 'amounts'>,
): Fact[] {
  const { display, pricing } = offer
  const { amountCharged } = pricing
  const isConverted = amountCharged.currency !== display.currency
  const fees = display.fees.minor === 0n ? words.noFees : <Amount of={display.fees} />
  return [
    { label: words.amount, value: <Amount of={display.amount} /> },
    { label: words.fees, value: fees },
    { label: words.total, value: <Amount of={display.amountCharged} />, isTotal: true },
    { label: words.debited, value: isConverted ? <Amount of={amountCharged} /> : null },
  ]
}
