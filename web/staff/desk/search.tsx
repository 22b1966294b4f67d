import { type Found, search } from '#use-cases/desk/search.ts'
import type { WebContext } from '#web/context.ts'
import { Empty } from '#web/design/empty.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { html, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { TestMark } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { type Desk, staffPage } from '#web/staff/staff-page.ts'

const lengthMax = 64

/** Finds by an id or a reference, whole; what is found alone is opened at once. */
export function searchPage({ database, ...context }: WebContext): PageRoute {
  return staffPage(
    { database, ...context },
    {
      method: 'GET',
      path: paths.search,
      permission: 'merchants.view',
      async handler({ query, session }) {
        const text = (query.get('q') ?? '').trim().slice(0, lengthMax)
        const found = text === '' ? [] : await search(database, text)
        const [only, other] = found
        if (only !== undefined && other === undefined) return redirect(pathOf(only))
        return html(<Results desk={session} text={text} found={found} />)
      },
    },
  )
}

function pathOf({ kind, id, merchant }: Found): string {
  return kind === 'transaction'
    ? `${paths.transactions}/${id}`
    : `${paths.merchants}/${merchant.id}`
}

function Results({
  desk,
  text,
  found,
}: {
  readonly desk: Desk
  readonly text: string
  readonly found: readonly Found[]
}) {
  return (
    <StaffFrame desk={desk} title="Recherche">
      <h1>Recherche</h1>
      {found.length === 0 ? (
        <Empty
          title={text === '' ? 'Que cherchez-vous\u00A0?' : `Rien pour «\u00A0${text}\u00A0»`}
          icon="search"
        >
          <p>
            Écrivez en entier une référence du marchand ou de l’opérateur, ou un identifiant de
            transaction, de demande, de service ou de marchand. Un marchand se cherche aussi{' '}
            <a href={paths.merchants}>par son nom</a>.
          </p>
        </Empty>
      ) : (
        <div class="card">
          <Table caption="Résultats" columns={columns} rows={found} keyOf={({ id }) => id} />
        </div>
      )}
    </StaffFrame>
  )
}

const kinds: Readonly<Record<Found['kind'], string>> = {
  merchant: 'Marchand',
  service: 'Service',
  transaction: 'Transaction',
}

const columns: readonly Column<Found>[] = [
  { title: 'Résultat', cell: (found) => <a href={pathOf(found)}>{found.name}</a> },
  { title: 'Quoi', cell: ({ kind }) => kinds[kind] },
  { title: 'Marchand', cell: ({ merchant }) => merchant.name },
  { title: 'Mode', cell: ({ mode }) => mode && <TestMark mode={mode} /> },
]
