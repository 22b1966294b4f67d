import Type from 'typebox'
import type { CaseKind } from '#domain/desk/case.ts'
import type { StaffMemberId } from '#domain/ids.ts'
import { logged } from '#use-cases/audit/log.ts'
import { visibleText } from '#use-cases/fields.ts'
import { recordOnce } from '#use-cases/recorded-acts.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { deskAct } from './act.ts'
import { type CaseRef, whoseCase } from './case.ts'
import { type Named, personNamed } from './owner-columns.ts'

/** An internal note of staff on a case. */
export interface Note {
  readonly id: string
  readonly by: Named | null
  readonly at: Date
  readonly text: string
}

export const noteLengthMax = 2000

const noteBody = Type.Object({
  note: visibleText(noteLengthMax),
  /** Generated with the form: the same form means the same note. */
  note_id: Type.String({ code: 'invalid_field', format: 'uuid' }),
})

/**
 * Adds notes to cases of this kind. The log records that a note was added, not its text. Refusals: those of the kind;
 * action_not_allowed if another note has this id.
 */
export function addNoteAct(kind: CaseKind) {
  return deskAct({
    permission: 'cases.note',
    body: noteBody,
    async work({ database }, { person, requestId, id, body }) {
      const serviceEnvId = await whoseCase(database, { kind, id })
      const line = {
        act: 'case.note',
        subject: { kind, id },
        ...(serviceEnvId && { serviceEnvId }),
        cause: { requestId },
      }
      const note = {
        id: body.note_id.toLowerCase(),
        caseKind: kind,
        caseId: id,
        staffMemberId: person.id,
        text: body.note,
      }
      await logged(database, { actor: person, act: line }, () =>
        recordOnce(onPool(database.pool), recorded(note), 'action_not_allowed'),
      )
    },
  })
}

function recorded(note: NewNote) {
  return {
    write: db
      .insertInto('staffNote')
      .values(note)
      .onConflict((conflict) => conflict.column('id').doNothing()),
    same: db
      .selectFrom('staffNote')
      .select('id')
      .where((eb) => eb.and(note)),
  }
}

interface NewNote {
  readonly id: string
  readonly caseKind: CaseKind
  readonly caseId: string
  readonly staffMemberId: StaffMemberId
  readonly text: string
}

/** Older notes are not shown; nobody needs that many here. */
const notesShown = 100

/** The latest notes on a case, newest first. */
export function listNotes(
  { pool }: Pick<Database, 'pool'>,
  { kind, id }: CaseRef,
): Promise<Note[]> {
  return onPool(pool).all(notes({ kind, id }))
}

const notes = prepared((p: Params<CaseRef>) =>
  db
    .selectFrom('staffNote as n')
    .select(['n.id', 'n.text', 'n.createdAt as at'])
    .select((eb) => personNamed(eb.ref('n.staffMemberId')).as('by'))
    .where('n.caseKind', '=', p.kind)
    .where('n.caseId', '=', p.id)
    .orderBy('n.createdAt', 'desc')
    .orderBy('n.id', 'desc')
    .limit(notesShown),
)
