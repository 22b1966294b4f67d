import Type, { type Static, type TObject } from 'typebox'
import type { FieldError } from '#domain/errors/errors.ts'
import { listStaffAudit } from '#use-cases/audit/list.ts'
import type { ApiContext } from '#http/context.ts'
import { textField } from '#http/fields.ts'
import { presentAuditLine } from '#api/present/staff-context.ts'
import { auditLine } from '#api/schemas/staff.ts'
import { listRoute } from '#api/staff/desk-route.ts'

const filters = {
  member_id: Type.Optional(Type.String({ code: 'invalid_parameter', format: 'uuid' })),
  subject_kind: Type.Optional(textField('invalid_parameter', { min: 1, max: 40 })),
  subject_id: Type.Optional(textField('invalid_parameter', { min: 1, max: 64 })),
}

/** The audit log of staff, newest first. */
export function listAudit(context: ApiContext) {
  return listRoute(context, {
    path: '/staff/api/audit',
    permission: 'audit.view',
    summary: 'Lire le journal d’audit',
    answer: auditLine,
    filters,
    checkFields: halfSubject,
    read: ({ limit, after }, { member_id: actorId, subject_kind: kind, subject_id: id }) =>
      listStaffAudit(context.database, {
        actorId,
        subject: kind === undefined || id === undefined ? undefined : { kind, id },
        limit,
        before: after?.[0],
      }),
    positionOf: ({ id }) => [id],
    present: presentAuditLine,
  })
}

/** An id needs its kind, and a kind its id. */
function halfSubject({
  subject_kind: kind,
  subject_id: id,
}: Partial<Static<TObject<typeof filters>>>): FieldError[] {
  if ((kind === undefined) === (id === undefined)) return []
  const field = kind === undefined ? 'subject_kind' : 'subject_id'
  return [{ field, code: 'missing_parameter' }]
}
