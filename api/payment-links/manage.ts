import Type, { type Static, type TSchema } from 'typebox'
import { asId, type PaymentLinkId } from '#domain/ids.ts'
import type { FieldError } from '#domain/errors/errors.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { type Money, parseAmount } from '#domain/money/money.ts'
import {
  isRedirectUrl,
  type PaymentLinkRecord,
  type PaymentLinkTerms,
} from '#domain/payment-links/payment-link.ts'
import { parseTimestamp } from '#domain/text/timestamp.ts'
import { changePaymentLink } from '#use-cases/payment-links/change.ts'
import { createPaymentLink } from '#use-cases/payment-links/create.ts'
import { findPaymentLink, listPaymentLinks } from '#use-cases/payment-links/find.ts'
import { setPaymentLinkState } from '#use-cases/payment-links/set-state.ts'
import { readServiceSettings } from '#use-cases/settings/read.ts'
import { presentLinkDetails } from '#api/present/payment-link-details.ts'
import { paymentLinkDetails as detailsSchema } from '#api/schemas/payment-link-details.ts'
import type { ApiContext } from '#http/context.ts'
import {
  amountField,
  currencyField,
  cursorParameter,
  idParameter,
  limitParameter,
  metadataField,
  referenceField,
  said,
  textField,
} from '#http/fields.ts'
import { page, timeAndId, timePosition } from '#http/page.ts'
import { route } from '#http/route.ts'
import { about } from './about-manage.ts'
import { addedVersion } from '#http/added-version.ts'

/** A field that null takes away. */
const orNull = <Field extends TSchema>(field: Field, about: string, example: unknown) =>
  Type.Optional(said(Type.Union([field, Type.Null()]), about, example))
const addressField = textField('invalid_field', { min: 1, max: 2048 })
const momentField = Type.String({ code: 'invalid_field', format: 'timestamp' })
const countField = Type.Integer({ minimum: 1, maximum: 100_000 })

/** What a merchant says of a link and may change, but its amounts. */
const terms = {
  description: orNull(
    textField('invalid_description', { min: 1, max: 1000 }),
    'More of what is sold.',
    'Two cotton shirts',
  ),
  reference: orNull(
    referenceField,
    'Your own reference of the sale. It need not be unique; payments carry it in `metadata.service_link_reference`.',
    'ORDER-1042',
  ),
  max_payments: orNull(
    countField,
    'How often it can be paid: 1 for a new link that does not say it, null without a limit.',
    1,
  ),
  expires_at: orNull(
    momentField,
    'Last moment to pay, ISO 8601; null without an end.',
    '2035-01-01T00:00:00Z',
  ),
  success_url: orNull(
    addressField,
    'Where the customer goes after paying: `https`, without a password.',
    'https://shop.example/thanks',
  ),
  cancel_url: orNull(
    addressField,
    'Where the customer goes without paying: `https`, without a password.',
    'https://shop.example/cart',
  ),
  origin: orNull(
    addressField,
    'The site that may show the page within its own, with `checkout.js`.',
    'https://shop.example',
  ),
  email_required: Type.Optional(
    said(
      Type.Boolean(),
      'Whether the customer must give an e-mail address; true for a new link that does not say it.',
      false,
    ),
  ),
  metadata: Type.Optional(metadataField),
}

const amounts = {
  amount: Type.Optional(said(amountField, 'Fixed price, in units of `currency`.', 5000)),
  min_amount: Type.Optional(
    said(amountField, 'Smallest price a customer may choose, where there is no `amount`.', 500),
  ),
  max_amount: Type.Optional(
    said(amountField, 'Largest price a customer may choose, where there is no `amount`.', 100_000),
  ),
}
const titleField = said(
  textField('invalid_field', { min: 1, max: 120 }),
  'What the customer buys.',
  'Order 1042',
)

const newLink = Type.Object({
  title: titleField,
  currency: Type.Optional(
    said(currencyField, 'Currency of the amounts; that of the service when left out.', 'XOF'),
  ),
  ...amounts,
  ...terms,
})
const linkChange = Type.Object({ title: Type.Optional(titleField), ...terms })

/** Makes a payment link: where a shop sends its customer, and never sees a card. */
export function createPaymentLinkRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/payment-links',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Créer un lien de paiement',
    about: about.createPaymentLink,
    answer: { object: detailsSchema },
    success: 201,
    body: newLink,
    checkFields: ({ body }) => [...pastErrors(body.expires_at), ...addressErrors(body)],
    async handler({ caller: { serviceEnvId }, body, numberText }) {
      const { database } = context
      const currency = body.currency ?? (await readServiceSettings(database, serviceEnvId)).currency
      const amountOf = (field: keyof typeof amounts) => amountIn(numberText(field), currency)
      const made = await createPaymentLink(database, serviceEnvId, {
        ...untold,
        title: body.title,
        currency,
        price: amountOf('amount'),
        minAmount: amountOf('min_amount'),
        maxAmount: amountOf('max_amount'),
        ...termsIn(body),
      })
      const url = `/v2/payment-links/${made.id}/details`
      return { body: { data: presented(context, made) }, headers: { Location: url } }
    },
  })
}

/** The links of the service in the key's mode, newest first; those made in the portal too. */
export function listPaymentLinksRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/payment-links',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Lister les liens de paiement',
    about: about.listPaymentLinks,
    answer: { object: detailsSchema, isList: true },
    query: Type.Object({
      limit: Type.Optional(limitParameter),
      cursor: Type.Optional(cursorParameter),
    }),
    async handler({ caller, query }) {
      const body = await page(context, {
        place: { list: 'payment-links', scope: caller.apiKeyId },
        asked: query,
        read({ limit, after }) {
          const at = timeAndId(after)
          const position = at && { ...at, id: asId<PaymentLinkId>(at.id) }
          const part = { limit, ...(position && { position }) }
          return listPaymentLinks(context.database, caller.serviceEnvId, part)
        },
        positionOf: ({ createdAt, id }) => timePosition(createdAt, id),
        present: (link) => presented(context, link),
      })
      return { body }
    },
  })
}

const params = Type.Object({ id: idParameter('payment_link_not_found') })

/** One link as its merchant sees it, whatever became of it. */
export function readPaymentLinkDetails(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/payment-links/:id/details',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Lire un de ses liens de paiement',
    about: about.getPaymentLinkDetails,
    answer: { object: detailsSchema },
    params,
    async handler({ caller: { serviceEnvId }, params }) {
      const id = asId<PaymentLinkId>(params.id)
      const link = await findPaymentLink(context.database, serviceEnvId, id)
      return { body: { data: presented(context, link) } }
    },
  })
}

/** Changes a link for payments from then on; its amounts and currency stay. */
export function changePaymentLinkRoute(context: ApiContext) {
  return route({
    method: 'PATCH',
    path: '/v2/payment-links/:id',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Modifier un lien de paiement',
    about: about.changePaymentLink,
    answer: { object: detailsSchema },
    refusals: [410],
    params,
    body: linkChange,
    checkFields: ({ body }) => [...pastErrors(body.expires_at), ...addressErrors(body)],
    async handler({ caller: { serviceEnvId }, params, body }) {
      const place = { serviceEnvId, id: asId<PaymentLinkId>(params.id) }
      const { title } = body
      const change = { ...termsIn(body), ...(title !== undefined && { title }) }
      const link = await changePaymentLink(context.database, place, change)
      return { body: { data: presented(context, link) } }
    },
  })
}

/** Closes a link for good; what is being paid goes to its end. */
export function closePaymentLinkRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/payment-links/:id/close',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Fermer un lien de paiement',
    about: about.closePaymentLink,
    answer: { object: detailsSchema },
    params,
    async handler({ caller: { serviceEnvId }, params }) {
      const place = { serviceEnvId, id: asId<PaymentLinkId>(params.id) }
      const link = await setPaymentLinkState(context.database, place, 'cancelled')
      return { body: { data: presented(context, link) } }
    },
  })
}

function presented(context: ApiContext, link: PaymentLinkRecord) {
  return presentLinkDetails(link, context.payUrl(link))
}

/** Of a link by the API: one sale, unless it says otherwise. */
const untold: Omit<PaymentLinkTerms, 'title' | 'price' | 'minAmount' | 'maxAmount'> = {
  description: null,
  maxPayments: 1,
  expiresAt: null,
  customFields: [],
  redirectUrl: null,
  successMessage: null,
  metadata: {},
}

/** What a body says of a link; what it leaves out is left out here. */
function termsIn(body: Static<typeof linkChange>): Partial<PaymentLinkTerms> {
  const { expires_at } = body
  const said = {
    description: body.description,
    reference: body.reference,
    maxPayments: body.max_payments,
    expiresAt: expires_at && parseTimestamp(expires_at),
    redirectUrl: body.success_url,
    cancelUrl: body.cancel_url,
    shopOrigin: body.origin,
    isEmailRequired: body.email_required,
    metadata: body.metadata,
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}

/** Null where none is said; what a currency cannot have is refused with the rest of the terms. */
function amountIn(text: string | undefined, currency: CurrencyCode): Money | null {
  if (text === undefined) return null
  const amount = parseAmount(text, currency)
  return amount.ok ? amount.value : { minor: 0n, currency }
}

function pastErrors(moment: string | null | undefined): FieldError[] {
  const expiresAt = moment ? parseTimestamp(moment) : null
  const isPast = expiresAt !== null && expiresAt.getTime() <= Date.now()
  return isPast ? [{ field: 'expires_at', code: 'invalid_field' }] : []
}

/** Told by the name that this route has for it. */
function addressErrors({ success_url: url }: Partial<Static<typeof linkChange>>): FieldError[] {
  const isWrong = typeof url === 'string' && !isRedirectUrl(url)
  return isWrong ? [{ field: 'success_url', code: 'invalid_field' }] : []
}
