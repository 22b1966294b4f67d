/** An operator's condition in a word: closed by staff, failing too often, or neither. */
export type OperatorCondition = 'normal' | 'disturbed' | 'closed'

/** Fewer payments than this say nothing about their operator. */
const endedMin = 5
/** The share of ended payments that failed through the operator's own fault. */
const faultShareMax = 0.2

/** The condition of an operator by its last hour. */
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
  return ended >= endedMin && faults / ended > faultShareMax ? 'disturbed' : 'normal'
}
