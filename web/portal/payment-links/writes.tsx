import { randomUUIDv7 } from 'node:crypto'
import { accountCurrency, type CurrencyCode, currencyCodes } from '#domain/money/currency.ts'
import { isConvertible } from '#domain/money/exchange.ts'
import { asId, type PaymentLinkId } from '#domain/ids.ts'
import {
  type PaymentLinkRecord,
  type PaymentLinkState,
  paymentLinkStates,
} from '#domain/payment-links/payment-link.ts'
import type { PortalAct } from '#domain/audit/portal-acts.ts'
import { changePaymentLink } from '#use-cases/payment-links/change.ts'
import { createPaymentLink } from '#use-cases/payment-links/create.ts'
import { shortUrl } from '#http/payment-address.ts'
import { linkWordOf } from '#domain/payment-links/word.ts'
import { chooseLinkWord, findLinkWord } from '#use-cases/payment-links/word.ts'
import { setPaymentLinkState } from '#use-cases/payment-links/set-state.ts'
import { readRates } from '#use-cases/pricing/terms.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { seenOf } from '#web/design/seen.tsx'
import { refuse } from '#web/errors/refusal.ts'
import { doneAt, html, part } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { ClosedMode } from '#web/portal/dashboard/closed-mode.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalPage, portalReads } from '#web/portal/portal-page.ts'
import { isAsSeen, portalWrite } from '#web/portal/portal-write.ts'
import { findPaymentLink } from '#use-cases/payment-links/find.ts'
import { readListPage } from '#web/portal/list-page.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { type ListPosition, listTransactions } from '#use-cases/transactions/list.ts'
import { positionOf } from '#web/portal/transactions/read-page.ts'
import { LinkForm, type LinkFormProps } from './form.tsx'
import { currencyIn, termsOf } from './terms.ts'
import { LinkPreview, previewBelow } from './preview.tsx'
import { fields, readTyped, typedOf, untouched } from './typed.ts'
import { LinkPage, type RefusedAct } from './detail.tsx'
import { wordField } from './word-form.tsx'
import { paymentLinkWords, usePaymentLinkWords } from './words.ts'

/** A new link: its form, and its creation. */
export function newLinkPages(context: WebContext): readonly PageRoute[] {
  const path = paths.newPaymentLink
  const page = async (input: PortalInput, faults: Faults) => {
    const { session, form, language } = input
    const typed = faults ? readTyped(form) : untouched(session.place.currency)
    return (
      <FormPage
        title={paymentLinkWords[language].form.newTitle}
        action={path}
        button={paymentLinkWords[language].form.create}
        typed={typed}
        currencies={await currenciesOf(context, session)}
        faults={faults ?? []}
      />
    )
  }
  return [
    portalReads(context, permission)(path, async (input) => html(await page(input, null))),
    previewPart(context, path),
    portalWrite(context, {
      path,
      permission,
      read({ form, language }) {
        const typed = readTyped(form)
        const currency = currencyIn(typed, language)
        const terms = termsOf(typed, { currency, now: new Date(), language })
        return { ...terms, currency, id: asId<PaymentLinkId>(randomUUIDv7()) }
      },
      act: ({ id }) => ({ act: 'payment_link.create', subject: { kind: 'payment_link', id } }),
      async work(link, { session, language }) {
        const made = await createPaymentLink(context.database, session.place.id, link)
        return doneAt(linkPath(made), paymentLinkWords[language].done.created)
      },
      fields: { exchange_rate_unavailable: fields.currency },
      again: page,
    }),
  ]
}

/** Of a form that was refused; null for one that nobody sent. */
type Faults = readonly FieldFault[] | null

/** Currencies that can be converted to the account currency, the service's own first. */
async function currenciesOf(
  { database }: WebContext,
  { place }: Portal,
): Promise<readonly CurrencyCode[]> {
  const rates = await readRates(database)
  const active = currencyCodes.filter((code) => isConvertible(code, rates))
  return [...new Set<CurrencyCode>([place.currency, accountCurrency, ...active])]
}

/** Changes a link's terms, for later payments. */
export function changeLinkPages(context: WebContext): readonly PageRoute[] {
  const path = `${paths.paymentLinks}/:id/modifier`
  const page = async (input: PortalInput, faults: Faults) => {
    const { form, language } = input
    const link = await linkOf(context, input)
    const typed = faults ? readTyped(form, link.currency) : typedOf(link, language)
    return (
      <FormPage
        title={paymentLinkWords[language].form.changeTitle(link.title)}
        action={`${linkPath(link)}/modifier`}
        button={paymentLinkWords[language].form.save}
        seen={seenOf(link.updatedAt)}
        typed={typed}
        currencies={[]}
        faults={faults ?? []}
      />
    )
  }
  return [
    portalReads(context, permission)(path, async (input) => html(await page(input, null))),
    previewPart(context, path, async (input) => (await linkOf(context, input)).currency),
    portalWrite(context, {
      path,
      permission,
      seenNow: async (input) => seenOf((await linkOf(context, input)).updatedAt),
      async read(input) {
        const link = await linkOf(context, input)
        const { id, currency, expiresAt, seller } = link
        const typed = readTyped(input.form, currency)
        const { language } = input
        const basis = { currency, expiresAt, mode: seller.mode, now: new Date(), language }
        return { id, terms: termsOf(typed, basis) }
      },
      act: ({ id }) => ({ act: 'payment_link.change', subject: { kind: 'payment_link', id } }),
      async work({ id, terms }, input) {
        const place = { serviceEnvId: input.session.place.id, id, isStill: stillOf(input) }
        const changed = await changePaymentLink(context.database, place, terms)
        return doneAt(linkPath(changed), paymentLinkWords[input.language].done.changed)
      },
      again: page,
    }),
  ]
}

/** True of the link that the form was made from. */
function stillOf(input: PortalInput) {
  return (now: PaymentLinkRecord): boolean => isAsSeen(input, seenOf(now.updatedAt))
}

/** Gives it a permanent short address. */
export function linkWordPage(context: WebContext): PageRoute {
  return portalWrite(context, {
    path: `${paths.paymentLinks}/:id/adresse`,
    permission,
    async read(input) {
      const { id } = await linkOf(context, input)
      return { id, word: linkWordOf(input.form.text(wordField)) }
    },
    act: ({ id, word }) => ({
      act: 'payment_link.choose_word',
      subject: { kind: 'payment_link', id },
      details: { word },
    }),
    async work({ id, word }, { session, language }) {
      await chooseLinkWord(context.database, { serviceEnvId: session.place.id, id }, word)
      return doneAt(linkPath({ id }), paymentLinkWords[language].word.taken)
    },
    fields: {
      invalid_link_word: wordField,
      link_word_taken: wordField,
      link_words_too_many: wordField,
    },
    again: (input, faults) => linkPage(context, input, { tried: wordField, faults }),
  })
}

/** Pauses, reopens or cancels (for good) a link. */
export function linkStatePage(context: WebContext): PageRoute {
  return portalWrite(context, {
    path: `${paths.paymentLinks}/:id/etat`,
    permission,
    async read(input) {
      const { id } = await linkOf(context, input)
      return { id, state: stateIn(input) }
    },
    act: ({ id, state }) => ({
      act: acts[state],
      subject: { kind: 'payment_link', id },
    }),
    async work({ id, state }, { session, language }) {
      const place = { serviceEnvId: session.place.id, id }
      const link = await setPaymentLinkState(context.database, place, state)
      return doneAt(linkPath(link), paymentLinkWords[language].done[state])
    },
    again: (input, faults) => linkPage(context, input, { tried: stateIn(input), faults }),
  })
}

function stateIn({ form }: PortalInput): PaymentLinkState {
  const state = paymentLinkStates.find((known) => known === form.text('etat'))
  if (state === undefined) throw refuse('bad_request')
  return state
}

const acts: Readonly<Record<PaymentLinkState, PortalAct>> = {
  active: 'payment_link.enable',
  inactive: 'payment_link.disable',
  cancelled: 'payment_link.cancel',
}

/** The preview of the form at this path, while somebody types; a link that is there has its currency. */
function previewPart(
  context: WebContext,
  path: string,
  currencyOf?: (input: PortalInput) => Promise<CurrencyCode>,
): PageRoute {
  return portalPage(context, {
    method: 'POST',
    path: path + previewBelow,
    permission,
    async handler(input) {
      const typed = readTyped(input.form, await currencyOf?.(input))
      const action = input.path.slice(0, -previewBelow.length)
      return part(<LinkPreview action={action} typed={typed} />)
    },
  })
}

function FormPage({ title, ...form }: LinkFormProps & FormPageProps) {
  return (
    <PortalFrame title={title} isLive>
      <p>
        <a href={paths.paymentLinks}>{usePaymentLinkWords().list.all}</a>
      </p>
      <h1>{title}</h1>
      <ClosedMode />
      <div class="grid start">
        <section class="card">
          <LinkForm {...form} />
        </section>
        <LinkPreview action={form.action} typed={form.typed} />
      </div>
    </PortalFrame>
  )
}

interface FormPageProps {
  readonly title: string
}

export const permission = 'payment_links.manage'

/** The link in the path. Error: payment_link_not_found, also for another service's and the other mode's. */
export async function linkOf(
  { database }: Pick<WebContext, 'database'>,
  input: PortalInput,
): Promise<PaymentLinkRecord> {
  const id = idParam<PaymentLinkId>(input, 'payment_link_not_found')
  return findPaymentLink(database, input.session.place.id, id)
}

/** The path of a link's page. */
function linkPath({ id }: Pick<PaymentLinkRecord, 'id'>): string {
  return `${paths.paymentLinks}/${id}`
}

/** The address to share: the short one if there is one. */
export function sharedUrl(payAddress: string, word: string | undefined): string {
  return word === undefined ? payAddress : shortUrl(payAddress, word)
}

/** The page of one link, with its payments. */
export async function linkPage(
  context: WebContext,
  input: PortalInput,
  refused: RefusedAct | null = null,
) {
  const link = await linkOf(context, input)
  const { session, query } = input
  const { place } = session
  const scope = { serviceEnvId: place.id, paymentLinkId: link.id }
  const filter = { createdAfter: link.createdAt }
  const payments = await readListPage<TransactionRecord, ListPosition>(context, {
    name: `portal-payments-of-${link.id}`,
    path: linkPath(link),
    place,
    query,
    fields: [],
    read: (part) => listTransactions(context.database, scope, { filter, ...part }),
    toCursor: ({ createdAt, id }) => [createdAt.toISOString(), id],
    fromCursor: positionOf,
  })
  const word = await findLinkWord(context.database, link.id)
  const url = sharedUrl(context.payUrl(link), word)
  const typed = input.form.text(wordField)
  return <LinkPage {...{ link, word, typed, url, payments, refused }} />
}
