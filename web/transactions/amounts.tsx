import type { ChargedSurcharge } from '#domain/pricing/pricing.ts'
import type { Language } from '#domain/text/language.ts'
import { unitText } from '#domain/text/text.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Fact } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { transactionWords } from './words.tsx'

type Amounts = Pick<TransactionRecord, 'exchange' | 'amountCharged' | 'display'>

/** The debited amount, with the amount in the currency shown to the payer if that differs. */
export function ChargedAmount({ of: { amountCharged, display } }: { readonly of: Amounts }) {
  const isRead = display.amountCharged.currency !== amountCharged.currency
  return (
    <>
      <Amount of={amountCharged} />
      {isRead && (
        <span class="soft small">
          {' '}
          (<Amount of={display.amountCharged} />)
        </span>
      )}
    </>
  )
}

/** The converted price and its rate; nothing if the debited currency is the same. */
export function conversionFacts({ exchange }: Amounts, language: Language): Fact[] {
  if (exchange === null) return []
  const { from, to, rate, amount } = exchange
  const words = transactionWords[language].amounts
  const rateText = language === 'fr' ? rate.replace('.', ',') : rate
  const value = `1\u00A0${unitText(from, language)} = ${rateText}\u00A0${unitText(to, language)}`
  return [
    { label: words.rate, value },
    { label: words.converted, value: <Amount of={amount} /> },
  ]
}

/**
 * The cost of the conversion and who pays it; with the fees, this is the difference between the debit and the net.
 */
export function exchangeFacts({ exchange }: Amounts, language: Language): Fact[] {
  const words = transactionWords[language].amounts
  return [
    ...surchargeFacts(words.exchangeFee, exchange?.fee),
    ...surchargeFacts(words.exchangeMargin, exchange?.margin),
  ]
}

function surchargeFacts(
  labels: Readonly<Record<ChargedSurcharge['payer'], string>>,
  surcharge: ChargedSurcharge | null | undefined,
): Fact[] {
  if (surcharge == null) return []
  const { amount, payer } = surcharge
  return [{ label: labels[payer], value: <Amount of={amount} /> }]
}
