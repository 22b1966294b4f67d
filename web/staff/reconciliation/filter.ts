import type { ReconciliationId } from '#domain/ids.ts'
import { type DifferenceKind, differenceKinds } from '#domain/reconciliation/reconciliation.ts'
import { type Difference, listDifferences } from '#use-cases/reconciliation/list-differences.ts'
import type { WebContext } from '#web/context.ts'
import { readList } from '#web/staff/queue.ts'
import type { DeskInput } from '#web/staff/staff-page.ts'

/** What a list of differences is narrowed to. */
export interface DifferenceFilter {
  readonly kind: DifferenceKind | undefined
  readonly state: 'open' | 'closed' | 'all'
}

/** One page of it. */
export interface DifferencePart {
  readonly filter: DifferenceFilter
  readonly rows: readonly Difference[]
  readonly next: string | null
}

/** What differs, of one statement or of all, as the address narrows it. */
export async function readDifferencePart(
  context: WebContext,
  input: DeskInput,
  {
    path,
    reconciliationId,
  }: { readonly path: string; readonly reconciliationId?: ReconciliationId },
): Promise<DifferencePart> {
  const filter = filterOf(input.query)
  const { kind, state } = filter
  const { rows, next } = await readList(context, input, {
    list: `differences ${reconciliationId ?? ''} ${kind ?? ''} ${state}`,
    path,
    read: ({ limit, after }) =>
      listDifferences(context.database, {
        reconciliationId,
        kind,
        state: state === 'all' ? undefined : state,
        limit,
        after: after?.[0],
      }),
    positionOf: ({ position }) => [position],
  })
  return { filter, rows, next }
}

function filterOf(query: URLSearchParams): DifferenceFilter {
  const [kind, state] = [query.get('sorte'), query.get('etat')]
  return {
    kind: differenceKinds.find((known) => known === kind),
    state: state === 'closed' || state === 'all' ? state : 'open',
  }
}
