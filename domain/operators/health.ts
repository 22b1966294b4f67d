/** An operator's condition: closed by staff, failing too often, or normal. */
export type OperatorCondition = 'normal' | 'disturbed' | 'closed'

/** With fewer ended payments than this, the share of failures says nothing. */
const endedMin = 5
/** The share of ended payments that failed through the operator's own fault. */
const faultShareMax = 0.2

/** The condition of an operator, from its last hour. */
export function conditionOf({
  isOpen,
  ended,
  faults,
}: {
  readonly isOpen: boolean
  readonly ended: number
  readonly faults: number
}): OperatorCondition {
  if (!isOpen) return 'closed'
  return isTelling(ended) && faults / ended > faultShareMax ? 'disturbed' : 'normal'
}

/** True if shares of this many ended payments say something. */
export function isTelling(ended: number): boolean {
  return ended >= endedMin
}
