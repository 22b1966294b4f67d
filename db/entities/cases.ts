import { defineEntity, p } from '@mikro-orm/core'
import type { CaseKind, QueuedKind } from '#domain/desk/case.ts'
import type { StaffMemberId } from '#domain/ids.ts'

/** An internal note of staff on a case. */
export const StaffNoteSchema = defineEntity({
  name: 'StaffNote',
  tableName: 'staff_note',
  properties: {
    id: p.uuid().primary(),
    caseKind: p.text().$type<CaseKind>(),
    caseId: p.uuid(),
    staffMemberId: p.uuid().$type<StaffMemberId>(),
    realm: p.text().default('staff'),
    text: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** The member of staff who works on a case. */
export const CaseAssignmentSchema = defineEntity({
  name: 'CaseAssignment',
  tableName: 'case_assignment',
  properties: {
    caseKind: p.text().$type<QueuedKind>().primary(),
    caseId: p.uuid().primary(),
    staffMemberId: p.uuid().$type<StaffMemberId>(),
    realm: p.text().default('staff'),
    since: p.datetime(3).defaultRaw('now()'),
  },
})
