import { differenceKinds } from '#domain/reconciliation/reconciliation.ts'
import { type Difference, listDifferences } from '#use-cases/reconciliation/list-differences.ts'
import { Button } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { SelectField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { Age, Next, State } from '#web/staff/parts.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { mineView } from '#web/staff/desk/case-verbs.ts'
import { paths } from '#web/staff/paths.ts'
import { CaseLink, InList } from '#web/staff/case-link.tsx'
import { type DifferenceFilter, filterOf, listedBy, queryOf } from './narrowing.ts'
import type { DeskInput } from '#web/staff/staff-page.ts'
import type { ReconciliationId } from '#domain/ids.ts'
import type { WebContext } from '#web/context.ts'
import { readList } from '#web/staff/queue.ts'
import {
  differenceKindNames,
  orderKindNames,
  ourStatusName,
  statementStatusNames,
} from './words.ts'
import { providerName } from '#domain/operators/names.ts'

/** The differences of all statements, oldest first. */
export function DifferenceListPage({ part }: { readonly part: DifferencePart }) {
  return (
    <StaffFrame title="Écarts">
      <h1>Écarts</h1>
      <Filters path={paths.differences} filter={part.filter} />
      <Differences part={part} />
    </StaffFrame>
  )
}

/** The filters of a list of differences. */
export function Filters({
  path,
  filter: { kind, state },
}: {
  readonly path: string
  readonly filter: DifferenceFilter
}) {
  return (
    <Form action={path} method="get">
      <div class="row end">
        <SelectField
          name="sorte"
          label="Sorte"
          options={[
            ['', 'Toutes'],
            ...differenceKinds.map((each) => [each, differenceKindNames[each]] as const),
          ]}
          value={kind ?? ''}
          isFilter
        />
        <SelectField
          name="etat"
          label="État"
          options={[
            ['open', 'Ouverts'],
            [mineView, 'À moi'],
            ['closed', 'Clos'],
            ['all', 'Tous'],
          ]}
          value={state}
          isFilter
        />
        <Button look="quiet">Voir</Button>
      </div>
    </Form>
  )
}

export function Differences({ part: { rows, next, filter } }: { readonly part: DifferencePart }) {
  return (
    <InList value={queryOf(filter)}>
      {rows.length === 0 ? (
        <Empty
          title={filter.state === 'open' ? 'Aucun écart ouvert' : 'Aucun écart ici'}
          icon="check"
        >
          <p>Ce qu’un relevé et nos transactions ne disent pas de la même façon apparaît ici.</p>
        </Empty>
      ) : (
        <CardTable
          caption="Écarts, le plus ancien d’abord"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
      <Next href={next} />
    </InList>
  )
}

const columns: readonly Column<Difference>[] = [
  {
    title: 'Écart',
    cell: ({ id, kind }) => (
      <CaseLink href={`${paths.differences}/${id}`} name={differenceKindNames[kind]} />
    ),
  },
  {
    title: 'Opération',
    cell: ({ orderKind, ours, provider }) => (
      <>
        {orderKindNames[orderKind]}
        <span class="soft small">{ours?.merchant.name ?? providerName(provider)}</span>
      </>
    ),
  },
  {
    title: 'Depuis',
    cell: ({ createdAt, closed }) =>
      closed ? <State of={['ok', 'Clos']} /> : <Age since={createdAt} />,
  },
  { title: 'Chez nous', cell: Ours },
  { title: 'Sur le relevé', isNumber: true, cell: Theirs },
]

function Ours({ ours }: Difference) {
  if (ours === null) return <span class="soft">rien chez nous</span>
  return (
    <>
      <Amount of={ours.amount} />
      <span class="soft small">chez nous, {ourStatusName(ours).toLowerCase()}</span>
    </>
  )
}

function Theirs({ theirs }: Difference) {
  if (theirs === null) return <span class="soft">aucune ligne</span>
  return (
    <>
      <Amount of={theirs.amount} />
      <span class="soft small">
        ligne {theirs.line}, {statementStatusNames[theirs.status].toLowerCase()}
      </span>
    </>
  )
}

/** One page of the list. */
export interface DifferencePart {
  readonly filter: DifferenceFilter
  readonly rows: readonly Difference[]
  readonly next: string | null
}

/** Reads the differences of one statement or of all, filtered by the query. */
export async function readDifferencePart(
  context: WebContext,
  input: DeskInput,
  {
    path,
    reconciliationId,
  }: { readonly path: string; readonly reconciliationId?: ReconciliationId },
): Promise<DifferencePart> {
  const filter = filterOf(input.query, reconciliationId)
  const { kind, state } = filter
  const { rows, next } = await readList(context, input, {
    list: `differences ${reconciliationId ?? ''} ${kind ?? ''} ${state}`,
    path,
    read: ({ limit, after }) =>
      listDifferences(context.database, { ...listedBy(input, filter), limit, after: after?.[0] }),
    positionOf: ({ position }) => [position],
  })
  return { filter, rows, next }
}
