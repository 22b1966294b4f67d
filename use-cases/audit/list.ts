import { asId, type MerchantId, type PortalUserId, type StaffMemberId } from '#domain/ids.ts'
import type { Origin } from '#platform/request-trail.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import {
  type AliasedExpression,
  db,
  type InferResult,
  jsonBuildObject,
  sql,
} from '#db/statements.ts'

/** One log line: who did what, when, to what, why, and with what outcome. */
export interface LoggedAct {
  /** Increases with time. */
  readonly id: string
  readonly at: Date
  /** A person; without an id, a command by its name. */
  readonly actor: { readonly id: string | null; readonly name: string }
  readonly act: string
  readonly subject: { readonly kind: string; readonly id: string } | null
  /** Set if the subject is a person. */
  readonly subjectName: string | null
  readonly serviceEnvId: string | null
  readonly reason: string | null
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string
  /** Where the request came from. */
  readonly origin: Origin
  /** `done`, the code of the refusal, or null if the process ended in between. */
  readonly outcome: string | null
}

export interface LogPage {
  readonly limit: number
  /** The id of the last line shown. */
  readonly before?: string | undefined
  readonly actorId?: string | undefined
  readonly subject?: { readonly kind: string; readonly id: string } | undefined
  /** The same, whatever the kind. */
  readonly subjectId?: string | undefined
  /** The actions to list; all by default. */
  readonly acts?: readonly string[] | undefined
  /** A time range. */
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** The actions of staff, newest first. */
export function listStaffAudit(
  database: Pick<Database, 'pool'>,
  page: LogPage,
): Promise<LoggedAct[]> {
  return list(database, withNames(staffLines.as('l')), page)
}

/** The actions of a merchant's people, newest first; shows no names of people of anybody else. */
export function listActivity(
  database: Pick<Database, 'pool'>,
  merchantId: MerchantId,
  page: LogPage,
): Promise<LoggedAct[]> {
  const lines = db
    .selectFrom('activityLog')
    .select(columns)
    .select(['portalUserId as actorId', sql<string | null>`null`.as('command')])
    .where('merchantId', '=', merchantId)
  return list(database, withNames(lines.as('l'), merchantId), page)
}

const columns = [
  'id',
  'at',
  'act',
  'subjectKind',
  'subjectId',
  'serviceEnvId',
  'reason',
  'details',
  'requestId',
  'outcome',
  'originAddress',
  'originAgent',
] as const

const staffLines = db
  .selectFrom('staffAudit')
  .select(columns)
  .select(['staffMemberId as actorId', 'command'])

type Line = Omit<InferResult<typeof staffLines>[number], 'actorId'> & {
  readonly actorId: PortalUserId | StaffMemberId | null
}

/** Lines of either log, with the names of actor and subject; for a merchant, only names of its own people. */
function withNames(lines: AliasedExpression<Line, 'l'>, merchantId?: MerchantId) {
  return db
    .selectFrom(lines)
    .leftJoin('person as p', 'p.id', 'l.actorId')
    .leftJoin('person as s', (join) => {
      const isSubject = join.on(
        (eb) => sql<boolean>`${eb.ref('s.id')} =
        case when ${eb.ref('l.subjectKind')} = 'person' and ${eb.ref('l.subjectId')} ~ '^[0-9a-f-]{36}$'
          then ${eb.ref('l.subjectId')}::uuid end`,
      )
      return merchantId === undefined ? isSubject : isSubject.on('s.merchantId', '=', merchantId)
    })
    .select(['l.id', 'l.at', 'l.act', 'l.subjectKind', 'l.subjectId', 's.name as subjectName'])
    .select(['l.serviceEnvId', 'l.reason', 'l.details', 'l.requestId', 'l.outcome'])
    .select((eb) => [
      jsonBuildObject({
        id: eb.ref('p.id'),
        name: sql<string>`coalesce(${eb.ref('p.name')}, 'npm run ' || ${eb.ref('l.command')})`,
      }).as('actor'),
      jsonBuildObject({ address: eb.ref('l.originAddress'), agent: eb.ref('l.originAgent') }).as(
        'origin',
      ),
    ])
}

async function list(
  { pool }: Pick<Database, 'pool'>,
  named: ReturnType<typeof withNames>,
  page: LogPage,
): Promise<LoggedAct[]> {
  const rows = await onPool(pool).all(within(named, page).orderBy('l.id', 'desc').limit(page.limit))
  return rows.map(({ id, subjectKind: kind, subjectId, ...act }) => ({
    ...act,
    id: `${id}`,
    subject: kind === null || subjectId === null ? null : { kind, id: subjectId },
  }))
}

function within(named: ReturnType<typeof withNames>, page: LogPage) {
  const { actorId, subject, subjectId = subject?.id, acts } = page
  let lines = inTime(named, page)
  if (actorId !== undefined) lines = lines.where('l.actorId', '=', asId<StaffMemberId>(actorId))
  if (subject !== undefined) lines = lines.where('l.subjectKind', '=', subject.kind)
  if (subjectId !== undefined) lines = lines.where('l.subjectId', '=', subjectId)
  if (acts !== undefined) lines = lines.where('l.act', 'in', acts)
  return lines
}

function inTime(named: ReturnType<typeof withNames>, { before, from, to }: LogPage) {
  let lines = named
  if (before !== undefined) lines = lines.where('l.id', '<', BigInt(before))
  if (from !== undefined) lines = lines.where('l.at', '>=', from)
  if (to !== undefined) lines = lines.where('l.at', '<', to)
  return lines
}
