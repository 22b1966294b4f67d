import type { Money } from '#domain/money/money.ts'
import type { Language } from '#domain/text/language.ts'
import { amountText, unitText } from '#domain/text/text.ts'
import { useScope } from './scope.ts'

/**
 * An amount as French writes it: thin no-break spaces between thousands, a true minus, a no-break space before the
 * currency: `12 500 F CFA`; in English `12,500 F CFA`.
 */
export function moneyText(amount: Money, language: Language = 'fr'): string {
  return amountText(amount, language)
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

/** An amount with tabular figures. */
export function Amount({ of: amount, isHero, isSigned }: AmountProps) {
  const { language } = useScope()
  const text = moneyText(amount, language)
  const unit = unitText(amount.currency, language)
  const digits = text.slice(0, -unit.length - 1)
  return (
    <span class={isHero ? 'amount hero num' : 'amount num'}>
      {isSigned && amount.minor > 0n ? `+${digits}` : digits}
      {'\u00A0'}
      <span class="unit">{unit}</span>
    </span>
  )
}
