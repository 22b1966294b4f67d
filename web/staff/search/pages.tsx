import { asId, type TransactionId } from '#domain/ids.ts'
import { searchLengthMax } from '#domain/search/reading.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { type FoundAtDesk, searchDesk } from '#use-cases/search/at-desk.ts'
import { readTransactions } from '#use-cases/transactions/find.ts'
import type { WebContext } from '#web/context.ts'
import { Empty } from '#web/design/empty.tsx'
import { HitList, searchField } from '#web/design/search.tsx'
import { html, part, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { paths } from '#web/staff/paths.ts'
import { type DeskInput, staffPage } from '#web/staff/staff-page.ts'
import { hitOf, pathOf } from './hits.ts'

/**
 * The staff's search across all merchants, payers masked: a page, and the part that answers while the person types.
 */
export function searchPages(context: WebContext): readonly PageRoute[] {
  const page = (
    path: string,
    handler: (input: DeskInput, found: Found) => ReturnType<typeof html>,
  ) =>
    staffPage(context, {
      method: 'GET',
      path,
      permission: 'merchants.view',
      async handler(input) {
        const found = await searchDesk(context.database, textOf(input))
        const [only, other] = found
        // A single result is opened at once.
        if (path === paths.search && only !== undefined && other === undefined)
          return redirect(pathOf(only))
        const ids = found.filter(({ kind }) => kind === 'transaction').map(({ id }) => id)
        const payments = await readTransactions(
          context.database,
          ids.map((id) => asId<TransactionId>(id)),
        )
        return handler(input, { found, payments: new Map(payments.map((each) => [each.id, each])) })
      },
    })
  return [
    page(paths.search, (input, found) =>
      html(
        <StaffFrame desk={input.session} title="Recherche" searched={textOf(input)}>
          <h1>Recherche</h1>
          <Results {...found} text={textOf(input)} />
        </StaffFrame>,
      ),
    ),
    page(paths.searchPart, (input, found) => part(<Quick {...found} text={textOf(input)} />)),
  ]
}

function textOf({ query }: DeskInput): string {
  return (query.get(searchField) ?? '').trim().slice(0, searchLengthMax + 1)
}

interface Found {
  readonly found: readonly FoundAtDesk[]
  readonly payments: ReadonlyMap<string, TransactionRecord>
}

function Hits({ found, payments }: Found) {
  return <HitList hits={found.map((each) => hitOf(each, payments))} label="Résultats" />
}

function Results({ text, ...found }: Found & { readonly text: string }) {
  if (found.found.length === 0) {
    return (
      <Empty title={titleOfNothing(text)} icon="search">
        <p>{whatToType}</p>
      </Empty>
    )
  }
  return (
    <div class="card">
      <Hits {...found} />
    </div>
  )
}

/** Results below the box while the person types. */
function Quick({ text, ...found }: Found & { readonly text: string }) {
  if (found.found.length > 0) return <Hits {...found} />
  return (
    <p>
      {titleOfNothing(text)} <span class="soft small">{whatToType}</span>
    </p>
  )
}

function titleOfNothing(text: string): string {
  if (text === '') return 'Que cherchez-vous\u00A0?'
  if (text.length > searchLengthMax) return 'Votre recherche est trop longue.'
  return `Rien pour «\u00A0${text}\u00A0»`
}

const whatToType =
  'Tapez le nom d’un marchand, le nom du payeur, son numéro ou les quatre derniers chiffres, un montant, une référence du marchand ou de l’opérateur, un numéro de reçu ou un identifiant.'
