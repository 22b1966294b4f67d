/** Why a rule makes funds of a live payment wait for staff: its amount, how new its merchant is, its operator. */
export const fundsRuleKinds = ['amount', 'new_merchant', 'operator'] as const

export type FundsRuleKind = (typeof fundsRuleKinds)[number]

/** The most days for which a merchant can count as new. */
export const newMerchantDaysMax = 365
