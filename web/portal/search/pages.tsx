import type { PaymentLinkState } from '#domain/payment-links/payment-link.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import { methodLabel } from '#domain/receipts/receipt.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { Language } from '#domain/text/language.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { type Found, type FoundLink, searchService } from '#use-cases/search/at-service.ts'
import { searchLengthMax } from '#domain/search/reading.ts'
import type { WebContext } from '#web/context.ts'
import { statusWord } from '#web/design/badge.tsx'
import { type Hit, HitList, searchField } from '#web/design/search.tsx'
import { Empty } from '#web/design/empty.tsx'
import { html, part } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage, portalSearch } from '#web/portal/portal-page.ts'
import { inPageLanguage, useScope } from '#web/design/scope.ts'
import { refundStatusWord } from '#web/portal/refunds/detail.tsx'

/** Search of a service in the current mode: a page, and the part that answers while the person types. */
export function searchPages(context: WebContext): readonly PageRoute[] {
  const permission = 'payments.view'
  const search = ({ session }: PortalInput, typed: string) =>
    searchService(context.database, session.place.id, typed)
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.search,
      permission,
      async handler(input) {
        const typed = input.query.get(searchField) ?? ''
        const found = await search(input, typed)
        const { title } = searchWords[input.language]
        return html(
          <PortalFrame title={title} searched={shown(typed)}>
            <h1>{title}</h1>
            <Results found={found} text={shown(typed)} />
          </PortalFrame>,
        )
      },
    }),
    portalSearch(context, { page: paths.search, permission, fields: [searchField] }),
    portalPage(context, {
      method: 'POST',
      path: paths.searchPart,
      permission,
      async handler(input) {
        const typed = input.form.text(searchField)
        return part(<Quick found={await search(input, typed)} text={shown(typed)} />)
      },
    }),
  ]
}

/** The search text, cut to the length that is shown again. */
function shown(typed: string): string {
  return typed.trim().slice(0, searchLengthMax)
}

interface ResultsProps {
  readonly found: Found | 'nothing' | 'too_long'
  readonly text: string
}

function Results({ found, text }: ResultsProps) {
  const { language } = useScope()
  const words = useSearchWords()
  if (found === 'too_long') {
    return (
      <Empty title={words.tooLong} icon="search">
        <p>{words.tooLongText(searchLengthMax)}</p>
      </Empty>
    )
  }
  const hits = found === 'nothing' ? [] : hitsOf(found, language)
  if (hits.length === 0) {
    return (
      <Empty title={found === 'nothing' ? words.whatFor : words.nothingFor(text)} icon="search">
        <p>{words.whatToType}</p>
      </Empty>
    )
  }
  return (
    <>
      <div class="card">
        <HitList hits={hits} label={words.results} />
      </div>
      {found !== 'nothing' && found.hasMore && <p class="soft">{words.narrower}</p>}
    </>
  )
}

/** Results below the box while the person types. */
function Quick({ found, text }: ResultsProps) {
  const { language } = useScope()
  const words = useSearchWords()
  if (found === 'too_long') return <p>{words.tooLongLine}</p>
  if (found === 'nothing') return <p class="soft">{words.whatToType}</p>
  const hits = hitsOf(found, language)
  if (hits.length === 0) {
    return (
      <p>
        {words.nothingFor(text)} <span class="soft small">{words.whatToType}</span>
      </p>
    )
  }
  return (
    <>
      <HitList hits={hits} label={words.results} />
      {found.hasMore && <p class="soft small">{words.narrower}</p>}
    </>
  )
}

/** The results as a list: payments and payouts in their order, then refunds and links. */
function hitsOf({ payments, refunds, links }: Found, language: Language): readonly Hit[] {
  return [
    ...payments.map((payment) => paymentHit(payment, language)),
    ...refunds.map((refund) => refundHit(refund, language)),
    ...links.map((link) => linkHit(link, language)),
  ]
}

function paymentHit(transaction: TransactionRecord, language: Language): Hit {
  const words = searchWords[language].hits
  const { id, type, status, customer, display, reference, createdAt } = transaction
  const phone = customer.phone && groupedPhone(customer.phone)
  const isOut = type === 'payout'
  return {
    href: `${isOut ? paths.payouts : paths.transactions}/${id}`,
    kind: isOut ? words.payout : words.payment,
    title: customer.name ?? phone ?? words.nameless,
    details: [customer.name && phone, methodLabel(transaction, language)],
    // Without the merchant's own reference it is the id, which nobody reads.
    reference: reference === id ? null : reference,
    amount: display.amount,
    isOut,
    state: statusWord(status, language),
    at: createdAt,
  }
}

function refundHit(
  { id, amount, status, providerReference, createdAt }: RefundRecord,
  language: Language,
): Hit {
  const words = searchWords[language].hits
  return {
    href: `${paths.refunds}/${id}`,
    kind: words.refund,
    title: words.refund,
    details: [],
    reference: providerReference,
    amount,
    isOut: true,
    state: refundStatusWord(status, language),
    at: createdAt,
  }
}

function linkHit({ id, title, price, state, createdAt }: FoundLink, language: Language): Hit {
  const { hits: words, closedLinks } = searchWords[language]
  return {
    href: `${paths.paymentLinks}/${id}`,
    kind: words.paymentLink,
    title,
    details: [price === null ? words.freeAmount : null],
    reference: null,
    amount: price,
    state: state === 'active' ? null : ['still', closedLinks[state]],
    at: createdAt,
  }
}

/** What the search says, in French. */
const french = {
  title: 'Recherche',
  results: 'Résultats',
  nothingFor: (text: string) => `Rien pour «\u00A0${text}\u00A0».`,
  whatFor: 'Que cherchez-vous\u00A0?',
  whatToType:
    'Tapez un nom, un montant, un numéro de téléphone, une référence (la vôtre ou celle de l’opérateur) ou un numéro de reçu. D’un numéro ou d’une référence, les quatre derniers chiffres suffisent.',
  narrower:
    'Il y en a d’autres\u00A0: ajoutez un mot, ou tapez le numéro entier pour trouver le bon.',
  tooLong: 'Votre recherche est trop longue',
  tooLongLine: 'Votre recherche est trop longue.',
  tooLongText: (most: number) =>
    `${most} caractères suffisent\u00A0: un numéro, un nom ou une référence.`,
  hits: {
    payment: 'Paiement',
    payout: 'Retrait',
    refund: 'Remboursement',
    paymentLink: 'Lien de paiement',
    nameless: 'Sans nom',
    freeAmount: 'montant libre',
  },
  closedLinks: {
    inactive: 'Désactivé',
    cancelled: 'Annulé',
  } satisfies Record<Exclude<PaymentLinkState, 'active'>, string>,
}

const english: typeof french = {
  title: 'Search',
  results: 'Results',
  nothingFor: (text) => `Nothing found for “${text}”.`,
  whatFor: 'What are you looking for?',
  whatToType:
    'Type a name, an amount, a phone number, a reference (yours or the operator’s) or a receipt number. Of a number or a reference, the last four digits are enough.',
  narrower: 'There are more: add a word, or type the whole number to find the right one.',
  tooLong: 'Your search is too long',
  tooLongLine: 'Your search is too long.',
  tooLongText: (most) => `${most} characters are enough: a number, a name or a reference.`,
  hits: {
    payment: 'Payment',
    payout: 'Payout',
    refund: 'Refund',
    paymentLink: 'Payment link',
    nameless: 'No name',
    freeAmount: 'open amount',
  },
  closedLinks: {
    inactive: 'Disabled',
    cancelled: 'Cancelled',
  },
}

export const searchWords: Readonly<Record<Language, typeof french>> = { fr: french, en: english }

const useSearchWords = inPageLanguage(searchWords)
