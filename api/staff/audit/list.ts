import Type from 'typebox'
import type { Static } from 'typebox'
import type { FieldError } from '#domain/errors/errors.ts'
import { listStaffAudit, type LoggedAct, type LogPage } from '#use-cases/audit/list.ts'
import type { ApiContext } from '#http/context.ts'
import { cursorParameter, limitDefault, limitParameter, textField } from '#http/fields.ts'
import { page } from '#http/page.ts'
import { route } from '#http/route.ts'
import { presentAuditLine } from '#api/present/staff-context.ts'
import { auditLine } from '#api/schemas/staff.ts'

const query = Type.Object({
  limit: Type.Optional(limitParameter),
  cursor: Type.Optional(cursorParameter),
  member_id: Type.Optional(Type.String({ code: 'invalid_parameter', format: 'uuid' })),
  subject_kind: Type.Optional(textField('invalid_parameter', { min: 1, max: 40 })),
  subject_id: Type.Optional(textField('invalid_parameter', { min: 1, max: 64 })),
})

/** What the staff did, the latest first. */
export function listAudit({ database, cursors }: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/audit',
    keys: { staff: 'audit.view' },
    summary: 'Lire le journal d’audit',
    answer: { object: auditLine, isList: true },
    query,
    checkFields: ({ query: asked }) => halfSubject(asked),
    async handler({ query: asked, caller }) {
      const limit = asked.limit ?? limitDefault
      const place = { list: 'staff audit', scope: caller.person.id }
      const [before] = asked.cursor === undefined ? [] : cursors.decode(place, asked.cursor)
      const rows = await listStaffAudit(database, { ...filterOf(asked), limit: limit + 1, before })
      return {
        body: page<LoggedAct>({
          rows,
          limit,
          cursors,
          place,
          positionOf: ({ id }) => [id],
          present: presentAuditLine,
        }),
      }
    },
  })
}

type Asked = Partial<Static<typeof query>>

function filterOf({ member_id: actorId, subject_kind: kind, subject_id: id }: Asked) {
  const subject = kind === undefined || id === undefined ? undefined : { kind, id }
  return { actorId, subject } satisfies Partial<LogPage>
}

/** An id says nothing without its kind, nor a kind without an id. */
function halfSubject({ subject_kind: kind, subject_id: id }: Asked): FieldError[] {
  if ((kind === undefined) === (id === undefined)) return []
  const field = kind === undefined ? 'subject_kind' : 'subject_id'
  return [{ field, code: 'missing_parameter' }]
}
