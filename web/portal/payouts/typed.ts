import { type Money, money, parseAmount } from '#domain/money/money.ts'
import type { AuthorizedAccount } from '#domain/authorized-accounts/account.ts'
import { largestPayout } from '#domain/pricing/whole-balance.ts'
import type { Language } from '#domain/text/language.ts'
import {
  descriptionLengthMax,
  isReference,
  referenceLengthMax,
} from '#domain/transactions/texts.ts'
import { findChosenAccount } from '#use-cases/authorized-accounts/find.ts'
import { readBalance } from '#use-cases/balance/read.ts'
import type { Place } from '#use-cases/merchants/list-places.ts'
import type { PayoutOrder } from '#use-cases/payouts/request.ts'
import { wayTo } from '#use-cases/payouts/way-to.ts'
import { makePayoutOffer, type PayoutOffer } from '#use-cases/pricing/payout-offer.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { moneyText } from '#web/design/money.tsx'
import type { Form } from '#web/http/form.ts'
import { FieldRefusal } from '#web/http/refused.ts'
import { amountTextOf } from '#web/payer/typed.ts'
import { accountField } from './account-field.tsx'
import type { PayoutWords } from './french.tsx'
import { payoutWords } from './words.ts'

/** The buttons that pay out a part of the balance, in percent. */
export const partField = 'part'
export const balanceParts = [25, 50, 100] as const

/** Names of the fields. */
export const fields = {
  account: accountField,
  amount: 'montant',
  reference: 'reference',
  description: 'libelle',
  /**
   * The total taken from the balance as it was shown, minor units: the payout is confirmed at this total or not at
   * all.
   */
  total: 'total',
} as const

/** The typed fields, as they are shown again. */
export type Typed = Readonly<Record<Exclude<keyof typeof fields, 'total'>, string>>

/** A requested payout with its price, as shown before it is confirmed. */
export interface PricedWish {
  readonly account: AuthorizedAccount
  readonly order: PayoutOrder
  readonly offer: PayoutOffer
  /** Minor units of XOF. */
  readonly available: bigint
}

/** The fields of either step. */
export function readTyped(form: Form): Typed {
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
export async function priceWish(
  context: WebContext,
  asker: Asker,
  typed: Typed,
): Promise<PricedWish> {
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

/** Who a payout is checked for: the place, and the language of error messages. */
export interface Asker {
  readonly place: Place
  readonly language: Language
}

async function checked(
  { database }: WebContext,
  { place, language }: Asker,
  typed: Typed,
): Promise<Checked> {
  const { faults: words } = payoutWords[language]
  const account = await findChosenAccount(database, place.id, typed.account)
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
    reference: typed.reference || undefined,
    description: typed.description || undefined,
    ...wayTo(account),
  }
}

/** The same with the amount that takes this part of the balance, fees included, as far as the operator allows. */
export async function typedPart(
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
  if (wanted === 0n) {
    const held = moneyText(money(available, 'XOF'), asker.language)
    const message = payoutWords[asker.language].faults.nothing(held)
    throw new FieldRefusal([{ field: fields.amount, message }])
  }
  const most = limits?.maxAmount.minor ?? wanted
  return { ...typed, amount: `${wanted < most ? wanted : most}` }
}

/** An amount that every operator pays, used to find the tariff. */
const probed = '1000'
