/** Why a rule holds funds of a live payment for staff: its amount, a new merchant, its operator. */
export const fundsRuleKinds = ['amount', 'new_merchant', 'operator'] as const

export type FundsRuleKind = (typeof fundsRuleKinds)[number]

/** The most days for which a merchant can count as new. */
export const newMerchantDaysMax = 365
