/**
 * How XOF and a currency relate: `pivot` is XOF itself, `fixed` has a parity set by treaty, `floating` has dated rates
 * (docs/money-and-ledger.md#currencies-and-rates).
 */
export type CurrencyRegime = 'pivot' | 'fixed' | 'floating'

/** A currency as ISO 4217 describes it; `decimals` is the standard's, which Intl does not always follow. */
export type Currency = {
  readonly numericCode: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly regime: CurrencyRegime
}

const table = {
  XOF: ['952', 'franc CFA (BCEAO)', 'F\u00A0CFA', 0, 'pivot'],
  XAF: ['950', 'franc CFA (BEAC)', 'FCFA', 0, 'fixed'],
  EUR: ['978', 'euro', '€', 2, 'fixed'],
  USD: ['840', 'dollar américain', '$\u00A0US', 2, 'floating'],
  GBP: ['826', 'livre sterling', '£', 2, 'floating'],
  CAD: ['124', 'dollar canadien', '$\u00A0CA', 2, 'floating'],
  CHF: ['756', 'franc suisse', 'CHF', 2, 'floating'],
  CNY: ['156', 'yuan chinois', '¥', 2, 'floating'],
  NGN: ['566', 'naira nigérian', '₦', 2, 'floating'],
  GHS: ['936', 'cedi ghanéen', 'GH₵', 2, 'floating'],
  GNF: ['324', 'franc guinéen', 'FG', 0, 'floating'],
  SLE: ['925', 'leone sierra-léonais', 'Le', 2, 'floating'],
  LRD: ['430', 'dollar libérien', '$\u00A0LR', 2, 'floating'],
  GMD: ['270', 'dalasi gambien', 'D', 2, 'floating'],
  CVE: ['132', 'escudo cap-verdien', 'Esc', 2, 'floating'],
  MRU: ['929', 'ouguiya mauritanien', 'UM', 2, 'floating'],
  MAD: ['504', 'dirham marocain', 'DH', 2, 'floating'],
  TND: ['788', 'dinar tunisien', 'DT', 3, 'floating'],
  DZD: ['012', 'dinar algérien', 'DA', 2, 'floating'],
  EGP: ['818', 'livre égyptienne', 'LE', 2, 'floating'],
  ZAR: ['710', 'rand sud-africain', 'R', 2, 'floating'],
  KES: ['404', 'shilling kényan', 'KSh', 2, 'floating'],
} as const satisfies Readonly<
  Record<string, readonly [string, string, string, number, CurrencyRegime]>
>

/** The ISO 4217 code of a currency the service knows; which of them are active is a setting. */
export type CurrencyCode = keyof typeof table

/** Every currency the service knows, the account currency first. */
export const currencyCodes: readonly CurrencyCode[] = Object.keys(table).filter(isCurrencyCode)

/** The currency of balances and of the operators (docs/money-and-ledger.md#prices-and-fees). */
export const accountCurrency = 'XOF' satisfies CurrencyCode

/** True for the exact upper-case code of a currency the service knows. */
export function isCurrencyCode(value: unknown): value is CurrencyCode {
  return typeof value === 'string' && Object.hasOwn(table, value)
}

/** What ISO 4217 and the treaties say of a currency. */
export function currencyOf(code: CurrencyCode): Currency {
  const [numericCode, name, symbol, decimals, regime] = table[code]
  return { numericCode, name, symbol, decimals, regime }
}

/** Number of decimals of a currency: 0 for XOF, 2 for EUR, 3 for TND. */
export function decimalsOf(code: CurrencyCode): number {
  return table[code][3]
}

/** How a currency relates to XOF. */
export function regimeOf(code: CurrencyCode): CurrencyRegime {
  return table[code][4]
}
