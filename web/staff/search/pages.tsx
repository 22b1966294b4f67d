import { asId, type TransactionId } from '#domain/ids.ts'
import { methodLabel } from '#domain/receipts/receipt.ts'
import { searchLengthMax } from '#domain/search/reading.ts'
import { groupedMaskedPhone, maskCustomer } from '#domain/transactions/mask.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { type FoundAtDesk, searchDesk } from '#use-cases/search/at-desk.ts'
import { readTransactions } from '#use-cases/transactions/find.ts'
import type { WebContext } from '#web/context.ts'
import { statusWord } from '#web/design/badge.tsx'
import { Empty } from '#web/design/empty.tsx'
import { type Hit, HitList, searchField } from '#web/design/search.tsx'
import { html, part, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { paths } from '#web/staff/paths.ts'
import { staffPage, staffSearch } from '#web/staff/staff-page.ts'

/**
 * The staff's search across all merchants, payers masked: a page, and the part that answers while the person types.
 */
export function searchPages(context: WebContext): readonly PageRoute[] {
  const permission = 'merchants.view'
  return [
    staffPage(context, {
      method: 'GET',
      path: paths.search,
      permission,
      async handler({ query }) {
        const text = cut(query.get(searchField) ?? '')
        const found = await searchDesk(context.database, text)
        const [only, other] = found
        // A single result is opened at once.
        if (only !== undefined && other === undefined) return redirect(pathOf(only))
        return html(
          <StaffFrame title="Recherche" searched={text}>
            <h1>Recherche</h1>
            <Results {...await withPayments(context, found)} text={text} />
          </StaffFrame>,
        )
      },
    }),
    staffSearch(context, { path: paths.search, permission, field: searchField }),
    staffPage(context, {
      method: 'POST',
      path: paths.searchPart,
      permission,
      async handler({ form }) {
        const text = cut(form.text(searchField))
        const found = await searchDesk(context.database, text)
        return part(<Quick {...await withPayments(context, found)} text={text} />)
      },
    }),
  ]
}

/** A search text; of a longer one no more than shows that it is too long. */
function cut(typed: string): string {
  return typed.trim().slice(0, searchLengthMax + 1)
}

async function withPayments(
  { database }: WebContext,
  found: readonly FoundAtDesk[],
): Promise<Found> {
  const ids = found.filter(({ kind }) => kind === 'transaction').map(({ id }) => id)
  const payments = await readTransactions(
    database,
    ids.map((id) => asId<TransactionId>(id)),
  )
  return { found, payments: new Map(payments.map((each) => [each.id, each])) }
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
  'Tapez le nom d’un marchand, l’adresse e-mail d’une personne de son équipe, le nom du payeur, son numéro ou les quatre derniers chiffres, un montant, une référence du marchand ou de l’opérateur, un numéro de reçu ou un identifiant.'

/** The desk page that shows it. */
function pathOf({ kind, id, merchant }: FoundAtDesk): string {
  if (kind === 'transaction') return `${paths.transactions}/${id}`
  return kind === 'refund' ? `${paths.refunds}/${id}` : `${paths.merchants}/${merchant.id}`
}

/** A search result as a line of a list; a payment with its payer masked, its amount and its state. */
function hitOf(found: FoundAtDesk, payments: ReadonlyMap<string, TransactionRecord>): Hit {
  const { kind, name, mode, merchant } = found
  const payment = kind === 'transaction' ? payments.get(found.id) : undefined
  const isOfMoney = kind === 'transaction' || kind === 'refund'
  const hit: Hit = {
    href: pathOf(found),
    kind: kinds[kind],
    title: name,
    details: [isOfMoney ? merchant.name : null, mode === 'sandbox' ? 'Test' : null],
    reference: null,
    amount: null,
    state: null,
    at: null,
  }
  return payment ? { ...hit, ...paymentParts(hit, payment) } : hit
}

function paymentParts(hit: Hit, payment: TransactionRecord): Partial<Hit> {
  const { type, status, customer, display, reference, createdAt } = payment
  const phone = customer.phone && groupedMaskedPhone(customer.phone)
  const isOut = type === 'payout'
  return {
    kind: isOut ? 'Retrait' : 'Paiement',
    title: maskCustomer(customer).name ?? phone ?? reference,
    details: [...hit.details, customer.name === null ? null : phone, methodLabel(payment)],
    reference,
    amount: display.amount,
    isOut,
    state: statusWord(status, 'fr'),
    at: createdAt,
  }
}

const kinds: Readonly<Record<FoundAtDesk['kind'], string>> = {
  merchant: 'Marchand',
  service: 'Service',
  transaction: 'Paiement',
  refund: 'Remboursement',
}
