import { currencyOf } from '#domain/money/currency.ts'
import type { ChargedSurcharge } from '#domain/pricing/pricing.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Fact } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'

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
export function conversionFacts({ exchange }: Amounts): Fact[] {
  if (exchange === null) return []
  const { from, to, rate, amount } = exchange
  const rateText = `1\u00A0${currencyOf(from).symbol} = ${rate.replace('.', ',')}\u00A0${currencyOf(to).symbol}`
  return [
    { label: 'Taux appliqué', value: rateText },
    { label: 'Prix converti', value: <Amount of={amount} /> },
  ]
}

/**
 * The cost of the conversion and who pays it; with the fees, this is the difference between the debit and the net.
 */
export function exchangeFacts({ exchange }: Amounts): Fact[] {
  return [
    ...surchargeFacts('Frais de change', exchange?.fee),
    ...surchargeFacts('Marge de change', exchange?.margin),
  ]
}

function surchargeFacts(name: string, surcharge: ChargedSurcharge | null | undefined): Fact[] {
  if (surcharge == null) return []
  const { amount, payer } = surcharge
  const whose = payer === 'customer' ? 'du client' : 'du marchand'
  const label = `${name}, à la charge ${whose}`
  return [{ label, value: <Amount of={amount} /> }]
}
