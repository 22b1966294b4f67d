import { type CurrencyCode, isCurrencyCode } from './currency.ts'

/**
 * The plausible range of one unit in XOF: what it has been for years, with a margin to halve or double. It catches a
 * misplaced decimal point.
 */
const bounds: Readonly<Partial<Record<CurrencyCode, readonly [least: number, most: number]>>> = {
  USD: [300, 1200],
  GBP: [400, 1600],
  CAD: [200, 900],
  CHF: [350, 1400],
  CNY: [40, 170],
  NGN: [0.1, 2],
  GHS: [15, 130],
  GNF: [0.02, 0.2],
  SLE: [8, 80],
  LRD: [1, 10],
  GMD: [3, 25],
  CVE: [3, 12],
  MRU: [5, 40],
  MAD: [25, 130],
  TND: [80, 400],
  DZD: [1.5, 12],
  EGP: [3, 45],
  ZAR: [12, 80],
  KES: [1.5, 12],
}

/** True for a plausible rate of a currency: XOF for one unit, as decimal text. */
export function isWithinBounds(currency: string | undefined, xofPerUnit: string): boolean {
  const [least, most] = (isCurrencyCode(currency) ? bounds[currency] : undefined) ?? [0, Infinity]
  const rate = Number(xofPerUnit)
  return rate >= least && rate <= most
}

/** A rate that changes by more than this fraction needs two people. */
export const aloneChangeMax = '0.05'
