/** The reason of the second form of a page, which has a field `reason` already. */
export const withholdReason = 'withhold_reason'
