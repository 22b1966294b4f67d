import type { FeeRule, Payer } from './fee-rule.ts'

/** An agreed fee: percent, or XOF. */
export type Fee = Pick<FeeRule, 'kind' | 'value'>

/** The agreed terms of a service in one mode: its fees, who pays them, and when its money becomes available. */
export interface AgreedTerms {
  readonly collection: Fee & { readonly payer: Payer }
  readonly payout: Fee
  readonly exchangeFee: { readonly percent: string; readonly payer: Payer }
  readonly exchangeMargin: { readonly percent: string; readonly payer: Payer }
  /** 0 means available at once. */
  readonly delayHours: number
}

/** The highest figures staff may agree to; anything above is a typing mistake. */
export const termsMax = { percent: 50, fixedXof: 100_000, delayHours: 2160 } as const

export type TermsChangeState = 'waiting' | 'done' | 'refused' | 'withdrawn'

/**
 * The service's rule, or else the platform's, that applies if there is none for the operator, channel or terminal.
 */
export function generalRule(rules: readonly FeeRule[], type: FeeRule['type']): FeeRule | undefined {
  const general = rules.filter((rule) => rule.type === type && rule.provider === null)
  return (
    general.find(({ level }) => level === 'service') ??
    general.find(({ level }) => level === 'platform')
  )
}

/** The rules that take precedence over the general one: for an operator, a channel or a terminal. */
export function particularRules(rules: readonly FeeRule[]): readonly FeeRule[] {
  return rules.filter(
    ({ level, provider }) => provider !== null || level === 'channel' || level === 'terminal',
  )
}
