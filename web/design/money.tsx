import { currencyOf } from '#domain/money/currency.ts'
import type { Money } from '#domain/money/money.ts'
import { amountText } from '#domain/text/text.ts'

/**
 * An amount as French is set: thin no-break spaces between thousands, a true minus, a no-break space before the currency:
 * `12 500 F CFA`.
 */
export function moneyText(amount: Money): string {
  return amountText(amount)
    .replaceAll(/(?<=\d)\u00A0(?=\d)/g, '\u202F')
    .replace(/^-/, '\u2212')
}

export interface AmountProps {
  readonly of: Money
  /** The one amount that a page is about. */
  readonly isHero?: boolean
  /** With its sign, even above zero. */
  readonly isSigned?: boolean
}

/** An amount whose digits stand under one another. */
export function Amount({ of: amount, isHero, isSigned }: AmountProps) {
  const text = moneyText(amount)
  const unit = currencyOf(amount.currency).symbol
  const digits = text.slice(0, -unit.length - 1)
  return (
    <span class={isHero ? 'amount hero num' : 'amount num'}>
      {isSigned && amount.minor > 0n ? `+${digits}` : digits}
      {'\u00A0'}
      <span class="unit">{unit}</span>
    </span>
  )
}
