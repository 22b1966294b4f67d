import { defineEntity, p } from '@mikro-orm/core'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { LedgerProofId, StaffMemberId } from '#domain/ids.ts'
import type { BookRule, ProofPart, ProofState } from '#domain/ledger-proofs/proof.ts'

/** A check of the whole ledger: its progress, and what was counted. */
export const LedgerProofSchema = defineEntity({
  name: 'LedgerProof',
  tableName: 'ledger_proof',
  properties: {
    id: p.uuid().$type<LedgerProofId>().primary(),
    orderedBy: p.uuid().$type<StaffMemberId>().nullable(),
    realm: p.text().default('staff'),
    state: p.text().$type<ProofState>().default('running'),
    part: p.integer().default(0),
    lastRow: p.text().nullable(),
    checked: p.json<Partial<Record<ProofPart, number>>>().defaultRaw("'{}'::jsonb"),
    differences: p.integer().default(0),
    createdAt: p.datetime(3).defaultRaw('now()'),
    completedAt: p.datetime(3).nullable(),
  },
})

/** A difference found by a check. */
export const LedgerProofDifferenceSchema = defineEntity({
  name: 'LedgerProofDifference',
  tableName: 'ledger_proof_difference',
  properties: {
    id: p.bigint().primary().autoincrement().columnType('bigint'),
    proof: () => p.manyToOne(LedgerProofSchema),
    rule: p.text().$type<BookRule>(),
    subject: p.text(),
    expected: p.string().columnType('numeric').nullable(),
    found: p.string().columnType('numeric').nullable(),
    currency: p.text().$type<CurrencyCode>().nullable(),
  },
})
