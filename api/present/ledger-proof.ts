import type { BrokenRule, LedgerProof } from '#use-cases/ledger-proofs/list.ts'
import { bookRules } from '#domain/ledger-proofs/proof.ts'
import { toNumber } from '#domain/money/money.ts'
import { isoTime } from '#domain/text/text.ts'

/** A ledger proof. The run of a daily one is named after its hour, so it has no URL here. */
export function presentLedgerProof(proof: LedgerProof, runUrl: string) {
  const { checked } = proof
  return {
    id: proof.id,
    object: 'ledger_proof',
    state: proof.state,
    ordered_by: proof.orderedBy,
    checked: {
      movements: checked.ledger_movement ?? 0,
      accounts: checked.ledger_account ?? 0,
      transactions: checked.transaction ?? 0,
      refunds: checked.refund ?? 0,
    },
    differences: proof.differences,
    first_differences: proof.firstDifferences.map(presentBrokenRule),
    created_at: isoTime(proof.createdAt),
    completed_at: proof.completedAt && isoTime(proof.completedAt),
    run_url: proof.orderedBy && runUrl,
  }
}

function presentBrokenRule({ rule, subject, expected, found }: BrokenRule) {
  return {
    rule,
    label: bookRules[rule],
    subject,
    expected: expected && toNumber(expected),
    found: found && toNumber(found),
    currency: (expected ?? found)?.currency ?? null,
  }
}
