/** How an operator does, in a word: closed by the staff, failing more than it should, or neither. */
export type OperatorCondition = 'normal' | 'disturbed' | 'closed'

/** Fewer payments than this tell nothing of their operator. */
const endedMin = 5
/** Of payments that ended, by the operator's own fault. */
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
