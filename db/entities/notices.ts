import { defineEntity, p } from '@mikro-orm/core'
import type { StaffMemberId } from '#domain/ids.ts'
import type { NoticeKind } from '#domain/notices/notice.ts'
import { LedgerProofSchema } from './ledger-proofs.ts'
import { RefundSchema } from './refunds.ts'
import { RunFindingSchema } from './runs.ts'
import { TransactionSchema } from './transactions.ts'

/** Something staff must look at. */
export const StaffNoticeSchema = defineEntity({
  name: 'StaffNotice',
  tableName: 'staff_notice',
  properties: {
    id: p.bigint().primary().autoincrement().columnType('bigint'),
    transaction: () => p.manyToOne(TransactionSchema).nullable(),
    kind: p.text().$type<NoticeKind>(),
    number: p.integer(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    refund: () => p.manyToOne(RefundSchema).nullable(),
    acknowledgedBy: p.uuid().$type<StaffMemberId>().nullable(),
    realm: p.text().default('staff'),
    acknowledgedAt: p.datetime(3).nullable(),
    proof: () => p.manyToOne(LedgerProofSchema).nullable(),
    runFinding: () => p.manyToOne(RunFindingSchema).nullable(),
    runs: p.integer().nullable(),
  },
})
