import type { Channel, TransactionType } from '#domain/transactions/transaction.ts'

/** Who pays a fee: `customer` pays it on top, `merchant` has it withheld from the net amount. */
export type Payer = 'merchant' | 'customer'
export type FeeLevel = 'terminal' | 'channel' | 'service' | 'platform'

/**
 * A tariff. `value` is decimal text: a percentage (`1.9`) or XOF (`100`). Its level says what it applies to; a null
 * field matches every value, and the field that its level needs (terminal, channel, service) is never null.
 */
export type FeeRule = {
  readonly kind: 'percentage' | 'fixed'
  readonly value: string
  readonly payer: Payer
  readonly level: FeeLevel
  readonly type: TransactionType
  readonly provider: string | null
  readonly serviceEnvId: string | null
  readonly channel: Channel | null
  readonly terminal: string | null
}

/** The request a tariff is looked up for. */
export type FeeScope = {
  readonly type: TransactionType
  readonly provider: string
  readonly serviceEnvId: string
  readonly channel: Channel
  readonly terminalId: string | null
}

const precedence: readonly FeeLevel[] = ['terminal', 'channel', 'service', 'platform']

/**
 * The rule that applies to a request: terminal before channel before service before platform; within a level the rule
 * of the service, then that of the operator, comes before a general one. Undefined if no rule applies.
 */
export function chooseFeeRule(rules: readonly FeeRule[], scope: FeeScope): FeeRule | undefined {
  let chosen: FeeRule | undefined
  for (const rule of rules) {
    if (holdsFor(rule, scope) && (!chosen || rank(rule) < rank(chosen))) chosen = rule
  }
  return chosen
}

function holdsFor(rule: FeeRule, scope: FeeScope): boolean {
  return (
    rule.type === scope.type &&
    hasItsLevel(rule) &&
    isFor(rule.provider, scope.provider) &&
    isFor(rule.serviceEnvId, scope.serviceEnvId) &&
    isFor(rule.channel, scope.channel) &&
    isFor(rule.terminal, scope.terminalId)
  )
}

function isFor(wanted: string | null, actual: string | null): boolean {
  return wanted === null || wanted === actual
}

/** A terminal's rule without a terminal would apply everywhere, before all others: it applies nowhere instead. */
function hasItsLevel(rule: FeeRule): boolean {
  const needed = {
    terminal: rule.terminal,
    channel: rule.channel,
    service: rule.serviceEnvId,
    platform: '',
  }
  return needed[rule.level] !== null
}

function rank(rule: FeeRule): number {
  const general = (rule.serviceEnvId === null ? 2 : 0) + (rule.provider === null ? 1 : 0)
  return precedence.indexOf(rule.level) * 4 + general
}
