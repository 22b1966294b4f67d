import type { ListedClosing } from '#use-cases/closings/columns.ts'
import type { ListedContradiction } from '#use-cases/closings/contradictions.ts'
import { isoTime } from '#domain/text/text.ts'

/** A staff verdict on how a payment ended. */
export function presentClosing(closing: ListedClosing) {
  return {
    id: closing.id,
    verdict: closing.verdict,
    operator_reference: closing.operator_reference,
    reason: closing.reason,
    closed_by: closing.closed_by,
    counted_at: timeOf(closing.counted_at),
    ended_at: timeOf(closing.ended_at),
    contradicted_at: timeOf(closing.contradicted_at),
  }
}

/** What contradicts how a payout or refund ended in our books. */
export function presentContradiction({ at, retracted_at, ...found }: ListedContradiction) {
  const { ended_as, source, is_settled } = found
  return { ended_as, source, at: timeOf(at), is_settled, retracted_at: timeOf(retracted_at) }
}

function timeOf(text: string | null): string | null {
  return text === null ? null : isoTime(new Date(text))
}
