import type { RefundAct } from '#domain/refunds/refund.ts'

/** Pays it, or follows it to its end. */
export const healing = [
  { act: 'pay_refund', say: 'taken' },
  { act: 'check_refund', say: 'true' },
  { act: 'decide_refund', say: 'paid' },
  { act: 'check_refund', say: 'true' },
] as const

/** What is done with a refund that stands there. */
export function whenOf(status: string, sent: string | undefined): readonly string[] | undefined {
  const whenSent = ['give_up_refund', 'tell_refund', 'check_refund']
  const acts: Readonly<Record<string, readonly string[]>> = {
    approved: ['pay_refund'],
    processing: sent === 'unsent' ? [...whenSent, 'pay_refund'] : whenSent,
    succeeded: ['look_late_refund'],
    failed: ['look_late_refund'],
  }
  return acts[status]
}

/** What a step says: the act, and which of two people. */
export function wordsOf(say: string): readonly [RefundAct, 0 | 1] {
  const [act, who] = say.split(' ')
  return [act as RefundAct, who === '1' ? 1 : 0]
}
