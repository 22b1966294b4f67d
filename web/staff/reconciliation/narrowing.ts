import { asId, isUuid, type ReconciliationId } from '#domain/ids.ts'
import { type DifferenceKind, differenceKinds } from '#domain/reconciliation/reconciliation.ts'
import type { DifferencePage } from '#use-cases/reconciliation/list-differences.ts'
import { mineView } from '#web/staff/desk/case-verbs.ts'
import { addressIn, differenceFields } from '#web/staff/case-link.tsx'
import { paths } from '#web/staff/paths.ts'
import type { DeskInput } from '#web/staff/staff-page.ts'

/** What a list of differences is narrowed to. */
export interface DifferenceFilter {
  readonly kind: DifferenceKind | undefined
  readonly state: 'open' | 'closed' | 'all' | typeof mineView
  /** The statement whose page it is on; undefined in the list across all. */
  readonly reconciliationId: ReconciliationId | undefined
}

const narrowings = ['closed', 'all', mineView] as const

/** What the address of a list names, or that of a difference which was opened from it. */
export function filterOf(
  query: URLSearchParams,
  reconciliationId = statementIn(query),
): DifferenceFilter {
  const { kind, state } = differenceFields
  return {
    kind: differenceKinds.find((known) => known === query.get(kind)),
    state: narrowings.find((known) => known === query.get(state)) ?? 'open',
    reconciliationId,
  }
}

function statementIn(query: URLSearchParams): ReconciliationId | undefined {
  const id = query.get(differenceFields.statement) ?? ''
  return isUuid(id) ? asId<ReconciliationId>(id) : undefined
}

/** The query with which a difference is opened from its list. */
export function queryOf(filter: DifferenceFilter): string {
  const { statement } = differenceFields
  return queryIn([...narrowed(filter), [statement, filter.reconciliationId ?? '']])
}

/** The list that a difference was opened from. */
export function listOf(filter: DifferenceFilter): string {
  const { reconciliationId } = filter
  const path = reconciliationId ? `${paths.reconciliations}/${reconciliationId}` : paths.differences
  return addressIn(queryIn(narrowed(filter)), path)
}

type Field = readonly [name: string, value: string]

function narrowed({ kind, state }: DifferenceFilter): readonly Field[] {
  return [
    [differenceFields.kind, kind ?? ''],
    [differenceFields.state, state === 'open' ? '' : state],
  ]
}

function queryIn(fields: readonly Field[]): string {
  const given = fields.filter(([, value]) => value !== '')
  return new URLSearchParams(given.map(([name, value]) => [name, value])).toString()
}

/** What of it the list reads, for this person. */
export function listedBy(
  { session }: Pick<DeskInput, 'session'>,
  { kind, state, reconciliationId }: DifferenceFilter,
): Omit<DifferencePage, 'limit' | 'after'> {
  return {
    reconciliationId,
    kind,
    state: state === 'all' ? undefined : state === 'closed' ? state : 'open',
    ...(state === mineView && { mine: { kind: 'difference', by: session.person.id } }),
  }
}
