import type { AuthorizedAccount } from '#domain/authorized-accounts/account.ts'
import { fail } from '#domain/errors/errors.ts'
import { type Money, money, parseAmount } from '#domain/money/money.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import { listAuthorizedAccounts } from '#use-cases/authorized-accounts/find.ts'
import { readBalance } from '#use-cases/balance/read.ts'
import type { Place } from '#use-cases/merchants/list-places.ts'
import type { PayoutOrder } from '#use-cases/payouts/request.ts'
import { automaticProvider } from '#use-cases/pricing/offer.ts'
import { makePayoutOffer, type PayoutOffer } from '#use-cases/pricing/payout-offer.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { moneyText } from '#web/design/money.tsx'
import type { Form } from '#web/http/form.ts'
import { amountTextOf } from '#web/payer/typed.ts'
import { FieldRefusal } from '#web/http/refused.ts'

/** Names of the fields. */
export const fields = {
  account: 'compte',
  amount: 'montant',
  reference: 'reference',
  description: 'libelle',
  /** What the balance was said to lose, minor units: confirmed as it was shown, or not at all. */
  total: 'total',
} as const

/** What somebody typed, as it is shown again. */
export type Typed = Readonly<Record<Exclude<keyof typeof fields, 'total'>, string>>

export function readTyped(form: Form): Typed {
  return {
    account: form.text(fields.account),
    amount: form.text(fields.amount),
    reference: form.text(fields.reference),
    description: form.text(fields.description),
  }
}

/** A payout wanted, with what it costs, as it is shown before it is confirmed. */
export interface PricedWish {
  readonly account: AuthorizedAccount
  readonly order: PayoutOrder
  readonly offer: PayoutOffer
  /** Minor units of XOF. */
  readonly available: bigint
}

/**
 * Reads and prices a payout that the balance can bear now. Throws FieldRefusal; other refusals: those of
 * `makePayoutOffer`.
 */
export async function priceWish(
  context: WebContext,
  place: Place,
  typed: Typed,
): Promise<PricedWish> {
  const { amount, account } = await checked(context, place, typed)
  const order = orderOf(place, typed, { amount, account })
  const offer = await makePayoutOffer(context, order)
  const { available } = await readBalance(context.database, place.id)
  const { amountCharged } = offer.pricing
  if (amountCharged.minor > available) {
    const held = moneyText(money(available, 'XOF'))
    const message = `Ce retrait prend ${moneyText(amountCharged)} sur votre solde, frais compris, et ${held} y sont disponibles.`
    throw new FieldRefusal([{ field: fields.amount, message }])
  }
  return { account, order, offer, available }
}

interface Checked {
  readonly amount: Money
  readonly account: AuthorizedAccount
}

const referenceShape = /^[A-Za-z0-9_.:/-]{0,64}$/
const descriptionLengthMax = 255

async function checked({ database }: WebContext, place: Place, typed: Typed): Promise<Checked> {
  const accounts = await listAuthorizedAccounts(database, place.id)
  const account = accounts.find(({ id, status }) => id === typed.account && status === 'active')
  const amount = parseAmount(amountTextOf(typed.amount, 'XOF') ?? '', 'XOF')
  const faults: FieldFault[] = [
    ...(account ? [] : [{ field: fields.account, message: 'Choisissez un compte autorisé.' }]),
    ...(amount.ok ? [] : [{ field: fields.amount, message: amountMessage }]),
    ...textFaults(typed),
  ]
  if (!account || !amount.ok || faults.length > 0) throw new FieldRefusal(faults)
  return { amount: amount.value, account }
}

const amountMessage = 'Écrivez un montant en F CFA, en chiffres et sans centimes.'

function textFaults({ reference, description }: Typed): FieldFault[] {
  const faults: FieldFault[] = []
  if (!referenceShape.test(reference)) {
    const message = 'La référence a 64 signes au plus\u00A0: lettres, chiffres et _ . : / -'
    faults.push({ field: fields.reference, message })
  }
  if (description.length > descriptionLengthMax) {
    const message = `Le libellé a ${descriptionLengthMax} signes au plus.`
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

function wayTo(account: AuthorizedAccount): Pick<PayoutOrder, 'provider' | 'phone' | 'accountId'> {
  if (account.type === 'bank') {
    return { provider: account.provider, phone: undefined, accountId: account.id }
  }
  const phone = parsePhone(`+${account.phone}`)
  if (!phone.ok) throw fail(phone.code)
  return { provider: automaticProvider, phone: phone.value, accountId: undefined }
}
