import { fail, ServiceError } from '#domain/errors/errors.ts'
import type { CheckoutId } from '#domain/ids.ts'
import { expiresInDefault } from '#http/fields.ts'
import { orderCheckout } from '#use-cases/checkouts/hold.ts'
import { findCheckout } from '#use-cases/checkouts/find.ts'
import { showCode } from '#use-cases/checkouts/show-code.ts'
import { askNumber } from '#use-cases/collections/ask-number.ts'
import { tillOfCashier } from '#use-cases/collections/cashier-till.ts'
import { listOpenTills, sellerOf, type Till } from '#use-cases/collections/till.ts'
import type { Place } from '#use-cases/merchants/list-places.ts'
import { readBasis } from '#use-cases/pricing/offer.ts'
import { openMethods } from '#use-cases/pricing/open-methods.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { html, redirect } from '#web/http/answer.ts'
import { FieldRefusal } from '#web/http/refused.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { whenFree } from '#web/http/when-free.ts'
import { type ChoiceLimits, limitsAmong } from '#web/payer/limits.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { saleScope } from './at-counter.ts'
import { followPages } from './follow.tsx'
import { CollectPage } from './form.tsx'
import {
  fields,
  readAskedNumber,
  readSale,
  rememberTill,
  tillFault,
  type TypedSale,
  typedSale,
  untouchedSale,
} from './typed.ts'

const permission = 'collections.request'

/** Collections made in the portal: from a number or by a code on the screen, followed until they end. */
export function collectPages(context: WebContext): readonly PageRoute[] {
  return [
    portalReads(context, permission)(paths.collect, async (input) =>
      html(await collectPage(context, input, { typed: await untouchedSale(context, input) })),
    ),
    askPage(context),
    showPage(context),
    cancelPage(context),
    ...followPages(context, permission),
  ]
}

async function collectPage(
  context: WebContext,
  { session }: PortalInput,
  { typed, faults = [] }: { readonly typed: TypedSale; readonly faults?: readonly FieldFault[] },
) {
  const { database } = context
  const { counter, place } = session
  const [tills, limits, till] = await Promise.all([
    counter === null ? listOpenTills(database, place.id) : [],
    readLimits(context, place),
    counter === null ? undefined : tillOfCashier(database, counter),
  ])
  const isClosed = till === null
  return <CollectPage {...{ tills, limits, isClosed, typed, faults }} />
}

/** What Mobile Money takes from a customer at this moment. */
async function readLimits(context: WebContext, place: Place): Promise<ChoiceLimits> {
  const basis = await readBasis(context, place.id)
  const seller = sellerOf({ place, till: null })
  const filter = { country: undefined, currency: undefined, price: undefined }
  const methods = await openMethods(context, { seller, basis, filter })
  const own = { minAmount: null, maxAmount: null, currency: place.currency }
  return limitsAmong(
    own,
    methods.filter(({ operator }) => operator.type === 'mobile_money'),
  )
}

function askPage(context: WebContext): PageRoute {
  return portalWrite(context, {
    path: paths.askedNumber,
    permission,
    isSale: true,
    read: (input) => readAskedNumber(context, input),
    act: ({ till }) => ({ act: 'collection.request', details: tillDetails(till) }),
    async work(sale, input) {
      const id = await atOpenTill(input, () => whenFree(input, () => askNumber(context, sale)))
      return redirect(`${paths.askedNumber}/${id}`, { cookies: [rememberTill(sale.till)] })
    },
    fields: refusedAt,
    again: (input, faults) => collectPage(context, input, { typed: typedSale(input), faults }),
  })
}

function showPage(context: WebContext): PageRoute {
  return portalWrite(context, {
    path: paths.shownCode,
    permission,
    isSale: true,
    read: (input) => readSale(context, input),
    act: ({ till }) => ({ act: 'checkout.create', details: tillDetails(till) }),
    async work(sale, input) {
      const order = { ...sale, expiresInSeconds: expiresInDefault }
      const id = await atOpenTill(input, () => whenFree(input, () => showCode(context, order)))
      return redirect(`${paths.shownCode}/${id}`, { cookies: [rememberTill(sale.till)] })
    },
    fields: refusedAt,
    again: (input, faults) => collectPage(context, input, { typed: typedSale(input), faults }),
  })
}

/** Cancels an open code; if a payer pays at the same time, the checkout's workflow decides which one wins. */
function cancelPage(context: WebContext): PageRoute {
  return portalWrite(context, {
    path: `${paths.shownCode}/:id/annuler`,
    permission,
    isSale: true,
    async read(input) {
      const id = idParam<CheckoutId>(input, 'checkout_not_found')
      const found = await findCheckout(context.database, saleScope(input.session), id)
      if (found === undefined) throw fail('checkout_not_found')
      return found
    },
    act: ({ id }) => ({ act: 'checkout.cancel', subject: { kind: 'checkout', id } }),
    async work({ id, status }) {
      if (status === 'open') {
        await orderCheckout(context, id, { name: 'cancelCheckout', input: {} })
      }
      return redirect(`${paths.shownCode}/${id}`)
    },
    again: (input, faults) => collectPage(context, input, { typed: typedSale(input), faults }),
  })
}

const refusedAt = {
  invalid_amount: fields.amount,
  amount_too_small: fields.amount,
  amount_out_of_bounds: fields.amount,
  invalid_phone_number: fields.phone,
  rate_limited: fields.phone,
  provider_not_detected: fields.provider,
  provider_unavailable: fields.provider,
} as const

function tillDetails(till: Till | null) {
  if (till === null) return {}
  return till.id === null ? { terminalId: till.terminal.id } : { cashSessionId: till.id }
}

/** The till may be closed during the sale, which is then refused like its token would be. */
async function atOpenTill<Made>(
  { language, session }: Pick<PortalInput, 'language' | 'session'>,
  work: () => Promise<Made>,
): Promise<Made> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'invalid_api_key') throw error
    throw new FieldRefusal([tillFault(session, language)])
  }
}
