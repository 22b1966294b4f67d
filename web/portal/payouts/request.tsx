import { randomUUIDv7 } from 'node:crypto'
import type { ErrorCode } from '#domain/errors/errors.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { toNumber } from '#domain/money/money.ts'
import { readBalance } from '#use-cases/balance/read.ts'
import { requestPayout } from '#use-cases/payouts/request.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { moneyText } from '#web/design/money.tsx'
import { doneAt, html, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { calledOf } from '#web/portal/authorized-accounts/account-text.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage, portalReads } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { FieldRefusal, refusedFields } from '#web/http/refused.ts'
import { formIdField, passwordField } from '#web/portal/write-form.tsx'
import { widest } from '#web/payer/limits.ts'
import { openOperators } from '#use-cases/operators/list-open.ts'
import { PayoutConfirm } from './confirm.tsx'
import { PayoutForm } from './form.tsx'
import { accountSearch, searchIn } from './account-field.tsx'
import { offerAccounts } from './offered-accounts.ts'
import {
  balanceParts,
  fields,
  partField,
  type PricedWish,
  priceWish,
  readTyped,
  typedPart,
} from './typed.ts'
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
    portalReads(context, permission)(paths.newPayout, async (input) =>
      html(await formPage(context, input)),
    ),
    accountSearch(context, { page: paths.newPayout, permission }),
    portalReads(context, permission)(paths.payoutCheck, () => redirect(paths.newPayout)),
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
        details: {
          amount: toNumber(order.amount),
          currency: 'XOF',
          provider: order.provider,
          payout: order.id,
        },
      }),
      work: (wish, input) => ask(context, wish, input),
      fields: fieldsOfRefusals,
      again: (input, faults) => againPage(context, input, faults),
    }),
  ]
}

/**
 * The payout as it was shown; the total it takes from the balance must not have changed since. Its id is fixed here, so
 * that the log names the payout that somebody asked for (use-cases/payouts/origin.ts).
 */
async function readConfirmed(
  context: WebContext,
  { form, session, language }: PortalInput,
): Promise<PricedWish> {
  const wish = await priceWish(context, { place: session.place, language }, readTyped(form))
  if (form.text(fields.total) !== `${wish.offer.pricing.amountCharged.minor}`) {
    const message = payoutWords[language].faults.feesMoved
    throw new FieldRefusal([{ field: null, message }])
  }
  return { ...wish, order: { ...wish.order, id: asId<TransactionId>(randomUUIDv7()) } }
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
  const text = say(moneyText(order.amount, language), calledOf(account))
  return doneAt(`${paths.payouts}/${madeId}`, text)
}

async function formPage(
  context: WebContext,
  { form, method, session, query }: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const { id, mode } = session.place
  const typed = method === 'POST' ? readTyped(form) : undefined
  const search = searchIn(query)
  const [accounts, balance, open] = await Promise.all([
    offerAccounts(context, session.place, { search, chosen: typed?.account ?? '' }),
    readBalance(context.database, id),
    openOperators(context, { serviceEnvId: id, mode, type: 'payout' }),
  ])
  return (
    <PayoutForm
      accounts={accounts}
      balance={balance}
      limits={widest(open.filter(({ type }) => type === 'mobile_money'))}
      faults={faults}
      {...(typed && { typed })}
    />
  )
}

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
  const page = <PayoutConfirm wish={wish} typed={typed} faults={faults} />
  return { page, refused: null }
}

/**
 * Errors of the password, or of no field, are shown next to the figures; the others at their field in the first step.
 */
async function againPage(context: WebContext, input: PortalInput, faults: readonly FieldFault[]) {
  const isOfConfirmation = faults.every(({ field }) => field === null || field === passwordField)
  if (!isOfConfirmation) return formPage(context, input, faults)
  return (await checkPage(context, input, faults)).page
}
