import type { ErrorCode } from '#domain/errors/errors.ts'
import { type Money, money, parseAmount, toNumber } from '#domain/money/money.ts'
import type { Language } from '#domain/text/language.ts'
import { listAuthorizedAccounts } from '#use-cases/authorized-accounts/find.ts'
import { readBalance } from '#use-cases/balance/read.ts'
import { type PayoutOrder, requestPayout } from '#use-cases/payouts/request.ts'
import { wayTo } from '#use-cases/payouts/way-to.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { moneyText } from '#web/design/money.tsx'
import { html, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { FieldRefusal, refusedFields } from '#web/http/refused.ts'
import { formIdField, passwordField } from '#web/portal/write-form.tsx'
import type { AuthorizedAccount } from '#domain/authorized-accounts/account.ts'
import {
  descriptionLengthMax,
  isReference,
  referenceLengthMax,
} from '#domain/transactions/texts.ts'
import type { Place } from '#use-cases/merchants/list-places.ts'
import { makePayoutOffer } from '#use-cases/pricing/payout-offer.ts'
import type { Form } from '#web/http/form.ts'
import { widest } from '#web/payer/limits.ts'
import { amountTextOf } from '#web/payer/typed.ts'
import { largestPayout } from '#domain/pricing/whole-balance.ts'
import { openOperators } from '#use-cases/operators/list-open.ts'
import { listTransactions } from '#use-cases/transactions/list.ts'
import {
  balanceParts,
  fields,
  partField,
  PayoutConfirm,
  PayoutForm,
  type PricedWish,
  type Typed,
} from './form.tsx'
import { searchField } from './account-field.tsx'
import type { PayoutWords } from './french.tsx'
import { lastPaidFirst } from './recent-accounts.ts'
import { payoutWords } from './words.ts'

const permission = 'payouts.request'

/** The field of the first step that each error is about; other errors are shown above the form. */
const fieldsOfRefusals: Partial<Record<ErrorCode, string>> = {
  insufficient_balance: fields.amount,
  payout_amount_too_small: fields.amount,
  payout_amount_too_large: fields.amount,
  recipient_not_authorized: fields.account,
  bank_account_ambiguous: fields.account,
  live_mode_required: fields.account,
  provider_not_detected: fields.account,
  provider_unavailable: fields.account,
  duplicate_reference: fields.reference,
}

/** A payout in two steps: the exact cost, then the password, which confirms exactly these figures. */
export function payoutRequestPages(context: WebContext): readonly PageRoute[] {
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.newPayout,
      permission,
      handler: async (input) => html(await formPage(context, input)),
    }),
    portalPage(context, {
      method: 'GET',
      path: paths.payoutCheck,
      permission,
      handler: () => redirect(paths.newPayout),
    }),
    portalPage(context, {
      method: 'POST',
      path: paths.payoutCheck,
      permission,
      isKept: true,
      async handler(input) {
        const { page, refused } = await checkPage(context, input)
        return html(page, refused?.head)
      },
    }),
    portalWrite(context, {
      path: paths.newPayout,
      permission,
      read: (input) => readConfirmed(context, input),
      act: ({ order, account }) => ({
        act: 'payout.request',
        subject: { kind: 'authorized_account', id: account.id },
        details: { amount: toNumber(order.amount), currency: 'XOF', provider: order.provider },
      }),
      work: (wish, input) => ask(context, wish, input),
      fields: fieldsOfRefusals,
      again: (input, faults) => againPage(context, input, faults),
    }),
  ]
}

/** The payout as it was shown; the total it takes from the balance must not have changed since. */
async function readConfirmed(
  context: WebContext,
  { form, session, language }: PortalInput,
): Promise<PricedWish> {
  const wish = await priceWish(context, { place: session.place, language }, readTyped(form))
  if (form.text(fields.total) !== `${wish.offer.pricing.amountCharged.minor}`) {
    const message = payoutWords[language].faults.feesMoved
    throw new FieldRefusal([{ field: null, message }])
  }
  return wish
}

async function ask(
  context: WebContext,
  { order, account }: PricedWish,
  { form, requestId, session, language }: PortalInput,
) {
  const { place, person } = session
  const request = {
    requestId,
    // The reader is redirected to the payout, and needs nothing else from the answer.
    respond: () => ({ status: 303, body: '' }),
    idempotency: {
      serviceEnvId: place.id,
      holderId: person.id,
      route: `POST ${paths.newPayout}`,
      key: form.text(formIdField),
    },
    canonicalRequest: form.text(formIdField),
  }
  const { madeId } = await requestPayout(context, request, order)
  const { done } = payoutWords[language]
  const say = account.type === 'bank' ? done.transfer : done.payout
  const text = say(moneyText(order.amount, language), account.holderName)
  return redirect(`${paths.payouts}/${madeId}`, { flash: { tone: 'ok', text } })
}

async function formPage(
  context: WebContext,
  { form, method, session, query }: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const { id, mode } = session.place
  const { database } = context
  const latest = { filter: { type: 'payout', createdAfter: longAgo }, limit: latestMax } as const
  const [accounts, balance, payouts, open] = await Promise.all([
    listAuthorizedAccounts(database, id),
    readBalance(database, id),
    listTransactions(database, { serviceEnvId: id }, latest),
    openOperators(context, { serviceEnvId: id, mode, type: 'payout' }),
  ])
  return (
    <PayoutForm
      portal={session}
      accounts={lastPaidFirst(accounts, payouts)}
      balance={balance}
      limits={widest(open.filter(({ type }) => type === 'mobile_money'))}
      search={(query.get(searchField) ?? '').slice(0, 64)}
      faults={faults}
      {...(method === 'POST' && { typed: readTyped(form) })}
    />
  )
}

const longAgo = new Date(0)
/** Recipients of the latest payouts are offered first. */
const latestMax = 50

/** The figures, or the first step again with what is wrong. */
async function checkPage(
  context: WebContext,
  input: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const { form, session, language } = input
  const asker = { place: session.place, language }
  const read = readTyped(form)
  const priced = await refusedFields({ fields: fieldsOfRefusals, language }, async () => {
    const part = balanceParts.find((percent) => `${percent}` === form.text(partField))
    const typed = part ? await typedPart(context, asker, { typed: read, part }) : read
    return { typed, ...(await priceWish(context, asker, typed)) }
  })
  if ('refused' in priced) {
    const { refused } = priced
    return { page: await formPage(context, input, refused.faults), refused }
  }
  const { typed, ...wish } = priced.done
  const page = <PayoutConfirm portal={session} wish={wish} typed={typed} faults={faults} />
  return { page, refused: null }
}

/** The same with the amount that takes this part of the balance, fees included, as far as the operator allows. */
async function typedPart(
  context: WebContext,
  asker: Asker,
  { typed, part }: { readonly typed: Typed; readonly part: number },
): Promise<Typed> {
  const { place } = asker
  const probe = { ...typed, amount: probed }
  const { account, amount } = await checked(context, asker, probe)
  const { available } = await readBalance(context.database, place.id)
  const { pricing, limits } = await makePayoutOffer(
    context,
    orderOf(place, probe, { account, amount }),
  )
  const wanted = largestPayout((available * BigInt(part)) / 100n, pricing.fees.rule)
  const most = limits?.maxAmount.minor ?? wanted
  return { ...typed, amount: `${wanted < most ? wanted : most}` }
}

/** An amount that every operator pays, used to find the tariff. */
const probed = '1000'

/**
 * Faults of the password, or of no field, are shown beside the figures; the others at their field of the first step.
 */
async function againPage(context: WebContext, input: PortalInput, faults: readonly FieldFault[]) {
  const isOfConfirmation = faults.every(({ field }) => field === null || field === passwordField)
  if (!isOfConfirmation) return formPage(context, input, faults)
  return (await checkPage(context, input, faults)).page
}

function readTyped(form: Form): Typed {
  return {
    account: form.text(fields.account),
    amount: form.text(fields.amount),
    reference: form.text(fields.reference),
    description: form.text(fields.description),
  }
}

/**
 * Reads and prices a payout that the balance covers now. Throws FieldRefusal, and the errors of `makePayoutOffer`.
 */
async function priceWish(context: WebContext, asker: Asker, typed: Typed): Promise<PricedWish> {
  const { place, language } = asker
  const { amount, account } = await checked(context, asker, typed)
  const order = orderOf(place, typed, { amount, account })
  const offer = await makePayoutOffer(context, order)
  const { available } = await readBalance(context.database, place.id)
  const { amountCharged } = offer.pricing
  if (amountCharged.minor > available) {
    const { tooMuch } = payoutWords[language].faults
    const held = moneyText(money(available, 'XOF'), language)
    const message = tooMuch(moneyText(amountCharged, language), held)
    throw new FieldRefusal([{ field: fields.amount, message }])
  }
  return { account, order, offer, available }
}

interface Checked {
  readonly amount: Money
  readonly account: AuthorizedAccount
}

/** For whom a payout is checked: the place, and the language that its faults are told in. */
interface Asker {
  readonly place: Place
  readonly language: Language
}

async function checked(
  { database }: WebContext,
  { place, language }: Asker,
  typed: Typed,
): Promise<Checked> {
  const { faults: words } = payoutWords[language]
  const accounts = await listAuthorizedAccounts(database, place.id)
  const account = accounts.find(({ id, status }) => id === typed.account && status === 'active')
  const amount = parseAmount(amountTextOf(typed.amount, 'XOF') ?? '', 'XOF')
  const faults: FieldFault[] = [
    ...(account ? [] : [{ field: fields.account, message: words.account }]),
    ...(amount.ok ? [] : [{ field: fields.amount, message: words.amount }]),
    ...textFaults(typed, words),
  ]
  if (!account || !amount.ok || faults.length > 0) throw new FieldRefusal(faults)
  return { amount: amount.value, account }
}

function textFaults({ reference, description }: Typed, words: PayoutWords['faults']): FieldFault[] {
  const faults: FieldFault[] = []
  if (reference !== '' && !isReference(reference)) {
    const message = words.reference(`${referenceLengthMax}`)
    faults.push({ field: fields.reference, message })
  }
  if (description.length > descriptionLengthMax) {
    const message = words.description(`${descriptionLengthMax}`)
    faults.push({ field: fields.description, message })
  }
  return faults
}

function orderOf(place: Place, typed: Typed, { amount, account }: Checked): PayoutOrder {
  return {
    seller: { serviceEnvId: place.id, mode: place.mode, channel: 'dashboard', terminalId: null },
    apiKeyId: null,
    amount,
    reference: typed.reference === '' ? undefined : typed.reference,
    description: typed.description === '' ? undefined : typed.description,
    ...wayTo(account),
  }
}
