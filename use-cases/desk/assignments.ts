import Type from 'typebox'
import type { QueuedKind } from '#domain/desk/case.ts'
import { fail } from '#domain/errors/errors.ts'
import type { StaffMemberId } from '#domain/ids.ts'
import { logged } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { anyOf, now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { type Changes, column, db, type Params, prepared, sql } from '#db/statements.ts'
import { type ActOrder, deskAct } from './act.ts'
import { type CaseRef, whoseCase } from './case.ts'
import { type Named, personNamed } from './owner-columns.ts'

/** Who works on a case, and since when. Only informs the others; it restricts nothing. */
export interface Assignment {
  readonly id: string
  readonly to: Named | null
  readonly since: Date
}

const takeBody = Type.Object({
  /** The assignee that the page showed: if it is another person by now, nothing changes. */
  instead_of: Type.Optional(Type.String({ code: 'invalid_field', format: 'uuid' })),
})

/** Takes a case. Refusals: those of its kind; case_taken if somebody else has it than the page showed. */
export function takeCaseAct(kind: QueuedKind) {
  return deskAct({
    permission: 'cases.take',
    body: takeBody,
    async work({ database }, order) {
      const insteadOf = order.body.instead_of?.toLowerCase() ?? null
      const wanted = { kind, id: order.id, by: order.person.id, insteadOf }
      await inLog(database, { verb: 'take', kind, order }, async () => {
        const taken = await onPool(database.pool).first(take(wanted))
        if (taken === undefined) throw fail('case_taken')
      })
    },
  })
}

/** Gives a case back. Refusals: those of its kind; case_taken if somebody else has it. */
export function giveBackCaseAct(kind: QueuedKind) {
  return deskAct({
    permission: 'cases.take',
    body: Type.Object({}),
    async work({ database }, order) {
      const own = { kind, id: order.id, by: order.person.id }
      await inLog(database, { verb: 'give_back', kind, order }, async () => {
        if ((await onPool(database.pool).run(giveBack(own))) === 1) return
        if ((await readAssignment(database, own)) !== null) throw fail('case_taken')
      })
    },
  })
}

interface CaseAct {
  readonly verb: string
  readonly kind: QueuedKind
  readonly order: ActOrder
}

async function inLog(database: Database, act: CaseAct, work: () => Promise<void>): Promise<void> {
  const { verb, kind, order } = act
  const { person, requestId, id } = order
  const serviceEnvId = await whoseCase(database, { kind, id })
  const line = {
    act: `case.${verb}`,
    subject: { kind, id },
    ...(serviceEnvId && { serviceEnvId }),
    cause: { requestId },
  }
  await logged(database, { actor: person, act: line }, work)
}

type Own = CaseRef<QueuedKind> & { readonly by: StaffMemberId }

const [holder, since] = [column('caseAssignment.staffMemberId'), column('caseAssignment.since')]

const take = prepared((p: Params<Own & { readonly insteadOf: string | null }>) =>
  db
    .insertInto('caseAssignment')
    .values({ caseKind: p.kind, caseId: p.id, staffMemberId: p.by })
    .onConflict((conflict) =>
      conflict
        .columns(['caseKind', 'caseId'])
        .doUpdateSet((eb): Changes<'caseAssignment'> => ({
          staffMemberId: eb.ref('excluded.staffMemberId'),
          // If the same person takes it again, the start time stays.
          since: sql<Date>`case when ${holder} = ${p.by}::uuid then ${since} else ${now} end`,
        }))
        .where(sql<boolean>`${holder} in (${p.by}::uuid, ${p.insteadOf}::uuid)`),
    )
    .returning('since'),
)

const giveBack = prepared((p: Params<Own>) =>
  db
    .deleteFrom('caseAssignment')
    .where('caseKind', '=', p.kind)
    .where('caseId', '=', p.id)
    .where('staffMemberId', '=', p.by),
)

/** The assignment; null if nobody has it. */
export async function readAssignment(
  database: Pick<Database, 'pool'>,
  { kind, id }: CaseRef<QueuedKind>,
): Promise<Assignment | null> {
  return (await readAssignments(database, { kind, ids: [id] })).get(id) ?? null
}

/** Assignments by case id; unassigned cases are missing. */
export async function readAssignments(
  { pool }: Pick<Database, 'pool'>,
  asked: { readonly kind: QueuedKind; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, Assignment>> {
  if (asked.ids.length === 0) return new Map()
  const rows = await onPool(pool).all(assigned(asked))
  return new Map(rows.map((row) => [row.id, row]))
}

const assigned = prepared((p: Params<{ kind: QueuedKind; ids: readonly string[] }>) =>
  db
    .selectFrom('caseAssignment as a')
    .select(['a.caseId as id', 'a.since'])
    .select((eb) => personNamed(eb.ref('a.staffMemberId')).as('to'))
    .where('a.caseKind', '=', p.kind)
    .where('a.caseId', '=', anyOf(sql<readonly string[]>`${p.ids}::uuid[]`)),
)
